// --config: flags of a command from a file.
//
// A line is NAME=VALUE: a flag without its dashes, and what would follow it on the command line, in
// quotes or not; NAME alone switches a flag on. A repeatable flag has a line each time. Blank lines
// and those that begin with # say nothing. Where the command line has a flag, too, that counts, and
// not the file.
#pragma once

#include "cli/shared/cli11.h"

namespace structural::cli {

// Adds --config. The file is read when the arguments have been; a file that cannot be read, a name
// that is no flag of the command and a wrong value are a CLI::ParseError with file and line.
void AddConfigFile(CLI::App& command);

}  // namespace structural::cli
