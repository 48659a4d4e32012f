// The ClientConfig that a Pod finds in its own container.
#pragma once

#include "kube/config/config.h"
#include "kube/config/environment.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads KUBERNETES_SERVICE_HOST and _PORT and the service account's token and ca.crt. Token and CA
// stay named by their files, because the kubelet replaces them.
// kNotFound: not in a cluster (no such variables). kInvalidInput: in one, but a file is missing.
// Upstream: rest/config.go InClusterConfig (client-go 0.37)
base::Result<ClientConfig> LoadInClusterConfig(
    const Environment& environment = Environment::OfProcess(), const FileWait& wait = {});

}  // namespace structural::kube
