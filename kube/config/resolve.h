// Finds the ClientConfig of a command: from its flags, a kubeconfig, or the cluster in which it runs.
#pragma once

#include <string>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/environment.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads one source: --kubeconfig or $KUBECONFIG, if one is set; otherwise the service account in a cluster; outside of
// a cluster, ~/.kube/config. If --context, --cluster or --user is set, skips the service account, which has no
// contexts. If the source has an error, returns the error, and tries no other source. Then applies the flags. If no
// source exists, the flags alone are enough if --server is set. If the config has no proxy, uses that of the
// environment (kube/config/environment.h). kNotFound: no source exists, and --server is not set. The message lists the
// sources.
// Upstream: client/config/config.go (controller-runtime 0.24)
base::Result<ClientConfig> ResolveConfig(const ConfigFlags& flags,
                                         const Environment& environment = Environment::OfProcess());

// Returns the contexts that flags.context can name: those of --kubeconfig or $KUBECONFIG, if one is set, and otherwise
// of ~/.kube/config. kNotFound: no file exists. Other errors: those of LoadKubeconfigs.
base::Result<std::vector<std::string>> ResolveContexts(const ConfigFlags& flags,
                                                       const Environment& environment = Environment::OfProcess());

// Returns the ClientConfig for a process in a Pod. Reads KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, and the
// service account's token and ca.crt. The config also has the paths of both files, because the kubelet replaces them.
// kNotFound: the variables are not set, so the process is not in a cluster. kInvalidInput: a file is missing.
// Upstream: rest/config.go InClusterConfig (client-go 0.37)
base::Result<ClientConfig> LoadInClusterConfig(const Environment& environment = Environment::OfProcess(),
                                               const FileWait& wait = {});

}  // namespace structural::kube
