// The user's part of a kubeconfig.
#pragma once

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "kube/config/kubeconfig_node.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads users[NAME].user, but for what the flags take the place of.
// kInvalidInput: any mistake in it, a file that it names and that cannot be read, a way to
// authenticate that Kubernetes has removed.
// Upstream: clientcmd/validation.go validateAuthInfo (client-go 0.37)
base::Status ReadUser(const KubeconfigNode& user, const ConfigFlags& flags, ClientConfig* config);

}  // namespace structural::kube
