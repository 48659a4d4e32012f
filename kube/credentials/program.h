// Runs another program and reads what it prints.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "schema/base/result.h"

namespace structural::kube {

struct Program {
  std::vector<std::string> argv = {};         // the first is searched in PATH unless it has a slash
  std::vector<std::string> environment = {};  // "NAME=value", all of it
  bool interactive = false;                   // has our standard input
  std::string input = {};                     // otherwise its standard input
  bool quiet = false;                         // its standard error is dropped
  std::chrono::milliseconds timeout{60'000};
  std::size_t max_output = std::size_t{1} << 20;  // bytes; whole MiB
};

struct ProgramOutcome {
  int exit_code = 0;  // or 128 and the number of the signal that ended it
  std::string output = {};
};

// Waits for the program's end. Its standard error is ours, unless it is quiet; no other file of ours stays open in it.
// Where the wait ends before the program does, it is killed, with all it started.
// Errors: kNotFound (no such program), kInvalidInput (it cannot be started), kTimeout, kCancelled,
// kLimitExceeded (it printed more than max_output). The messages name no argument.
base::Result<ProgramOutcome> RunProgram(const Program& program, std::stop_token stop);

}  // namespace structural::kube
