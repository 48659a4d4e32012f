// Small files: kubeconfigs, certificates, tokens.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::kube {

// The file's bytes. kNotFound: it does not exist; kInvalidInput: it cannot be read or is a folder;
// kLimitExceeded: it has more than 4 MiB. The messages name the file and the system's reason.
base::Result<std::string> ReadSmallFile(const std::string& path);

}  // namespace structural::kube
