// Values that the cluster's and the user's part of a kubeconfig have in common.
#pragma once

#include <string>
#include <utility>

#include "kube/config/kubeconfig_node.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// *target = the value, or the error why there is none.
template <typename T>
base::Status Assign(T* target, base::Result<T> value) {
  if (!value.ok()) return value.error();
  *target = std::move(*value);
  return base::Ok();
}

// Either KEY-data (base64), or the file that KEY names; then *file is its path. Both left empty
// when there is neither. kInvalidInput: both are there, no base64, an unreadable or empty file.
base::Status ReadDataOrFile(const KubeconfigNode& node, const std::string& key,
                            const FileWait& wait, std::string* text, std::string* file);

}  // namespace structural::kube
