#pragma once

namespace structural::cli {

// What a process ends with.
enum ExitCode : int {
  kExitOk = 0,
  kExitFailure = 1,   // the work was done and the answer is no, or it could not be done
  kExitUsage = 2,     // the arguments are wrong, or an input cannot be read
  kExitInternal = 3,  // of commands on files: the run itself failed, as by a full disk
};

}  // namespace structural::cli
