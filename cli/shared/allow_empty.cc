#include "cli/shared/allow_empty.h"

#include <CLI/CLI.hpp>

#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"

namespace structural::cli {

void AddAllowEmpty(CLI::App& command, bool& allowed) {
  command.add_flag("--allow-empty", allowed, "Exit with 0 if the input has nothing to process");
}

int FoundNothing(const std::string& command, const std::string& what) {
  PrintError("structural " + command + ": no " + what +
             " found in the files (use --allow-empty to accept that)");
  return kExitUsage;
}

}  // namespace structural::cli
