// RunProgram: runs another program and reads its output.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "schema/base/result.h"

namespace structural::kube {

struct Program {
  // The program and its arguments. A program without a slash is searched in PATH.
  std::vector<std::string> argv = {};
  std::vector<std::string> environment = {};  // the whole environment, as "NAME=value"
  bool interactive = false;                   // the program reads this process's standard input
  std::string input = {};                     // standard input of the program, unless `interactive` is set
  bool quiet = false;                         // the program's standard error is discarded
  std::chrono::milliseconds timeout{60'000};
  // Maximum number of bytes of the program's standard output; a multiple of 1 MiB.
  std::size_t max_output_bytes = std::size_t{1} << 20;
};

struct ProgramOutcome {
  int exit_code = 0;        // exit code, or 128 plus the number of the signal that ended the program
  std::string output = {};  // standard output
};

// Runs the program and waits for its end. The program writes to this process's standard error unless `quiet` is set. It
// inherits no other open files. If RunProgram returns before the program ends, the program and its children are killed.
// Errors: kNotFound (the program does not exist), kInvalidInput (it cannot be started), kTimeout, kCancelled,
// kLimitExceeded (its output exceeds max_output_bytes). The messages contain no arguments.
base::Result<ProgramOutcome> RunProgram(const Program& program, std::stop_token stop);

}  // namespace structural::kube
