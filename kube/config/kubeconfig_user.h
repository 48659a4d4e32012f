// Reads the user of a kubeconfig.
#pragma once

#include <string>
#include <utility>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/kubeconfig_node.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads users[NAME].user, except for values that flags replace. kInvalidInput: the user has an
// error, a file that it names cannot be read, or it uses a way to authenticate that Kubernetes has
// removed.
// Upstream: clientcmd/validation.go validateAuthInfo (client-go 0.37)
base::Status ReadUser(const KubeconfigNode& user, const ConfigFlags& flags, ClientConfig* config);

// Reads users[NAME].user.exec. A command with a slash is relative to the kubeconfig's folder.
// kInvalidInput: the entry has an error.
// Upstream: clientcmd/validation.go validateAuthInfo, api/v1/defaults.go (client-go 0.37)
base::Result<ExecConfig> ReadExec(const KubeconfigNode& exec);

// Returns the extension of clusters[NAME].cluster for the plugin, as JSON; empty if it has none.
base::Result<std::string> ReadExecExtension(const KubeconfigNode& cluster);

// Assigns the value to *target, or returns its error.
template <typename T>
base::Status Assign(T* target, base::Result<T> value) {
  if (!value.ok()) return value.error();
  *target = std::move(*value);
  return base::Ok();
}

// Reads KEY-data (base64), or the file at KEY; *file is then its path. Both stay empty if neither
// exists. kInvalidInput: both exist, the base64 is invalid, or the file is unreadable or empty.
base::Status ReadDataOrFile(const KubeconfigNode& node, const std::string& key, const FileWait& wait, std::string* text,
                            std::string* file);

}  // namespace structural::kube
