// RunProgram: runs another program and reads its output.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "schema/base/result.h"

namespace structural::kube {

struct Program {
  std::vector<std::string> argv = {};         // the first is found in PATH unless it has a slash
  std::vector<std::string> environment = {};  // "NAME=value", the whole environment
  bool interactive = false;                   // uses this process's standard input
  std::string input = {};                     // standard input otherwise
  bool quiet = false;                         // discard its standard error
  std::chrono::milliseconds timeout{60'000};
  std::size_t max_output = std::size_t{1} << 20;  // bytes; whole MiB
};

struct ProgramOutcome {
  int exit_code = 0;  // or 128 plus the number of the signal that ended it
  std::string output = {};
};

// Waits for the program's end. It writes to this process's standard error unless it is quiet, and
// inherits no other file. If the wait ends before the program, it is killed with all its children.
// Errors: kNotFound (the program does not exist), kInvalidInput (it cannot be started), kTimeout,
// kCancelled, kLimitExceeded (its output exceeds max_output). The messages contain no arguments.
base::Result<ProgramOutcome> RunProgram(const Program& program, std::stop_token stop);

}  // namespace structural::kube
