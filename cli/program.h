// The program: all commands, their help, and what is said of words that none of them takes.
#pragma once

namespace structural::cli {

// Runs the command that the arguments name. To be called once, by main.
// -> the exit code (cli/shared/command.h); kExitInternal, too, where not all output was written.
int RunProgram(int argc, char** argv);

}  // namespace structural::cli
