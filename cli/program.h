// The program: all commands, their help, and messages about unknown words.
#pragma once

#include <vector>

#include "cli/shared/arguments.h"
#include "cli/shared/command.h"

namespace structural::cli {

// Adds all commands; `exit_code` must outlive the parsing.
void AddCommands(Command& root, int* exit_code);

// Returns the commands that talk to a cluster; none in a build without an HTTP client.
std::vector<AddCommand*> ClusterCommands();

// Runs the command of the arguments. Must be called once, by main; in WebAssembly, several times, one after another.
// Returns the exit code (cli/shared/command.h); kExitInternal also if the output could not be
// written completely.
int RunProgram(int argc, char** argv);

}  // namespace structural::cli
