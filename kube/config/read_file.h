// Reads small files: kubeconfigs, certificates and tokens.
#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "schema/base/result.h"

namespace structural::kube {

// The limits of the wait for a file that is not regular: a FIFO, or the pipe of `--kubeconfig <(command)`.
struct FileWait {
  std::stop_token stop = {};
  std::chrono::milliseconds max{60'000};
};

// Returns the bytes of a file, or those that a pipe delivers until its writer closes it. kNotFound: the file does not
// exist. kInvalidInput: the file cannot be read, or is a folder. kLimitExceeded: it has more than 4 MiB. kTimeout:
// wait.max is over. kCancelled: a stop was requested. The messages name the file and the reason.
base::Result<std::string> ReadSmallFile(const std::string& path, const FileWait& wait = {});

}  // namespace structural::kube
