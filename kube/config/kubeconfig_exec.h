// The exec plugin of a kubeconfig's user.
#pragma once

#include <string>

#include "kube/config/exec_config.h"
#include "kube/config/kubeconfig_node.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads users[NAME].user.exec. A command with a slash in it is relative to the kubeconfig's folder.
// kInvalidInput: any mistake in it.
// Upstream: clientcmd/validation.go validateAuthInfo, api/v1/defaults.go (client-go 0.37)
base::Result<ExecConfig> ReadExec(const KubeconfigNode& exec);

// The extension of clusters[NAME].cluster that is handed on to the plugin, as JSON; empty: none.
base::Result<std::string> ReadExecExtension(const KubeconfigNode& cluster);

}  // namespace structural::kube
