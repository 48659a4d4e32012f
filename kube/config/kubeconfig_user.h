// The user's part of a kubeconfig.
#pragma once

#include <string>
#include <utility>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/kubeconfig_node.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads users[NAME].user, but for what the flags take the place of.
// kInvalidInput: any mistake in it, a file that it names and that cannot be read, a way to
// authenticate that Kubernetes has removed.
// Upstream: clientcmd/validation.go validateAuthInfo (client-go 0.37)
base::Status ReadUser(const KubeconfigNode& user, const ConfigFlags& flags, ClientConfig* config);

// The exec plugin of a kubeconfig's user.

// Reads users[NAME].user.exec. A command with a slash in it is relative to the kubeconfig's folder.
// kInvalidInput: any mistake in it.
// Upstream: clientcmd/validation.go validateAuthInfo, api/v1/defaults.go (client-go 0.37)
base::Result<ExecConfig> ReadExec(const KubeconfigNode& exec);

// The extension of clusters[NAME].cluster that is handed on to the plugin, as JSON; empty: none.
base::Result<std::string> ReadExecExtension(const KubeconfigNode& cluster);

// Values that the cluster's and the user's part of a kubeconfig have in common.

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
