// The cluster's part of a kubeconfig.
#pragma once

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/kubeconfig_node.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads clusters[NAME].cluster, but for what the flags take the place of.
// kInvalidInput: any mistake in it, a file that it names and that cannot be read.
base::Status ReadCluster(const KubeconfigNode& cluster, const ConfigFlags& flags,
                         ClientConfig* config);

}  // namespace structural::kube
