// ManPage: the man page of a command, from the data of --help.
#pragma once

#include <string>

#include "cli/shared/command.h"

namespace structural::shell {

// Returns "structural-scan" for a command of `root`, "structural-union-from-go" for a nested one,
// and "structural" for root itself.
std::string ManPageName(const CLI::App& root, const CLI::App& command);

// Returns roff with man's macros. `version` is in the footer: "structural 0.1.0".
std::string ManPage(const CLI::App& root, const CLI::App& command, const std::string& version);

}  // namespace structural::shell
