// The program: all commands, their help, and messages about unknown words.
#pragma once

#include "cli/shared/arguments.h"

namespace structural::cli {

// Adds all commands; `exit_code` must outlive the parsing.
void AddCommands(Command& root, int* exit_code);

// Runs the command of the arguments. Must be called once, by main.
// Returns the exit code (cli/shared/command.h); kExitInternal also if the output could not be
// written completely.
int RunProgram(int argc, char** argv);

}  // namespace structural::cli
