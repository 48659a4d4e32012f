// What an exec plugin is told about the cluster: the ExecCredential in KUBERNETES_EXEC_INFO.
#pragma once

#include <string>

#include "kube/config/config.h"
#include "kube/config/exec_config.h"

namespace structural::kube {

// JSON. The cluster is in it where the kubeconfig says provideClusterInfo.
// Upstream: rest/exec.go ConfigToExecCluster (client-go 0.37)
std::string ExecInfo(const ExecConfig& exec, const ClientConfig& config, bool interactive);

}  // namespace structural::kube
