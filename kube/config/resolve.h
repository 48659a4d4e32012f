// Resolves the ClientConfig of a command.
#pragma once

#include <string>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/environment.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads the first of these that exists: --kubeconfig, the files of $KUBECONFIG, in-cluster,
// ~/.kube/config. If none exists, --server alone is enough. A flag with the name of a context,
// cluster or user skips in-cluster, which has none. An error in the first one is returned; the
// others are not tried. The flags are applied in any case. Without a proxy, the environment's is
// used (kube/config/environment.h). kNotFound: none exists; the message lists them.
// Upstream: client/config/config.go (controller-runtime 0.24)
base::Result<ClientConfig> ResolveConfig(const ConfigFlags& flags,
                                         const Environment& environment = Environment::OfProcess());

// Returns the contexts that flags.context can name: those of --kubeconfig, else of $KUBECONFIG's
// files, else of ~/.kube/config. kNotFound: no kubeconfig exists. Errors: as LoadKubeconfigs.
base::Result<std::vector<std::string>> ResolveContexts(const ConfigFlags& flags,
                                                       const Environment& environment = Environment::OfProcess());

// Returns the ClientConfig for a process in a Pod. Reads KUBERNETES_SERVICE_HOST and _PORT, and the
// service account's token and ca.crt. The config refers to both files, because the kubelet replaces
// them. kNotFound: not in a cluster (the variables are not set). kInvalidInput: a file is missing.
// Upstream: rest/config.go InClusterConfig (client-go 0.37)
base::Result<ClientConfig> LoadInClusterConfig(const Environment& environment = Environment::OfProcess(),
                                               const FileWait& wait = {});

}  // namespace structural::kube
