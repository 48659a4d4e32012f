// The program: all commands, their help, and messages about unknown words.
#pragma once

#include <vector>

#include "cli/shared/arguments.h"
#include "cli/shared/command.h"

namespace structural::cli {

// Adds all commands. The command that runs sets *exit_code. `exit_code` must outlive the parsing.
void AddCommands(Command& root, int* exit_code);

// Returns the functions that add the commands for clusters. Empty in a build without an HTTP client.
std::vector<AddCommand*> ClusterCommands();

// Runs the command that the arguments name. Must be called once by main; in WebAssembly, it can be called again after
// it has returned. Returns the exit code (ExitCode in cli/shared/output.h): kExitInternal also if the output could not
// be written completely.
int RunProgram(int argc, char** argv);

}  // namespace structural::cli
