// Guarded: the run of a command, where a mistake of ours ends in words and not in a core dump.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"

namespace structural::cli {

// What `run` returns; kExitInternal where it throws, with the reason on standard error.
int Guarded(std::string_view command, const auto& run) {
  try {
    return run();
  } catch (const std::exception& e) {
    PrintError("structural " + std::string(command) + ": internal error: " + e.what());
    return kExitInternal;
  }
}

}  // namespace structural::cli
