// What a command says that found nothing to work on.
#pragma once

#include <string>

#include "cli/shared/cli11.h"

namespace structural::cli {

// --allow-empty. `allowed` must outlive the command.
void AddAllowEmpty(CLI::App& command, bool& allowed);

// Says on standard error that there is nothing in the files. Returns the exit code.
int FoundNothing(const std::string& command, const std::string& what);

}  // namespace structural::cli
