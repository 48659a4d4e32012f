// ManPage: a command's page for man, from what --help is made of.
#pragma once

#include <string>

#include "cli/shared/command.h"

namespace structural::shell {

// "structural-scan" for a command of `root`, "structural-union-from-go" for one of a command,
// "structural" for root itself.
std::string ManPageName(const CLI::App& root, const CLI::App& command);

// In roff, with man's macros. `version` stands at the foot: "structural 0.1.0".
std::string ManPage(const CLI::App& root, const CLI::App& command, const std::string& version);

}  // namespace structural::shell
