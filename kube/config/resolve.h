// Which ClientConfig a command uses.
#pragma once

#include <string>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/environment.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// --kubeconfig, else the files of $KUBECONFIG, else in-cluster, else ~/.kube/config; a --server
// alone will do where none of them is there. A context, cluster or user of a kubeconfig that is
// asked for by name skips in-cluster, which has none. The first that is there counts: a mistake in
// it is an error, no reason to look further. The flags are put in place whatever it is.
// Where no proxy is named, the environment's is used (kube/config/environment.h).
// Nothing there: kNotFound, with what was tried.
// Upstream: client/config/config.go (controller-runtime 0.24)
base::Result<ClientConfig> ResolveConfig(const ConfigFlags& flags,
                                         const Environment& environment = Environment::OfProcess());

// The contexts that flags.context may name: of --kubeconfig, else of $KUBECONFIG's files, else of
// ~/.kube/config. kNotFound: there is no kubeconfig. Errors: as LoadKubeconfigs.
base::Result<std::vector<std::string>> ResolveContexts(
    const ConfigFlags& flags, const Environment& environment = Environment::OfProcess());

// The ClientConfig that a Pod finds in its own container.
// Reads KUBERNETES_SERVICE_HOST and _PORT and the service account's token and ca.crt. Token and CA
// stay named by their files, because the kubelet replaces them.
// kNotFound: not in a cluster (no such variables). kInvalidInput: in one, but a file is missing.
// Upstream: rest/config.go InClusterConfig (client-go 0.37)
base::Result<ClientConfig> LoadInClusterConfig(
    const Environment& environment = Environment::OfProcess(), const FileWait& wait = {});

}  // namespace structural::kube
