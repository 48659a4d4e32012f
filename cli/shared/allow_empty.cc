#include "cli/shared/allow_empty.h"

#include <CLI/CLI.hpp>

#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"

namespace structural::cli {

void AddAllowEmpty(CLI::App& command, bool& allowed) {
  command.add_flag("--allow-empty", allowed, "End with 0 also where there is nothing to work on");
}

int FoundNothing(const std::string& command, const std::string& what) {
  PrintError("structural " + command + ": there is no " + what +
             " in the files (--allow-empty accepts that)");
  return kExitUsage;
}

}  // namespace structural::cli
