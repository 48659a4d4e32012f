// The program: all commands, their help, and what is said of words that none of them takes.
#pragma once

#include "cli/shared/arguments.h"

namespace structural::cli {

// Adds all commands; what they set must outlive the parsing.
void AddCommands(Command& root, int* exit_code);

// Runs the command that the arguments name. To be called once, by main.
// -> the exit code (cli/shared/command.h); kExitInternal, too, where not all output was written.
int RunProgram(int argc, char** argv);

}  // namespace structural::cli
