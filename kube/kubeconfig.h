// The ClientConfig that a kubeconfig describes.
#pragma once

#include <string>
#include <vector>

#include "kube/config.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads the context (the current one when empty) with its cluster and user. Files that it names
// are read too; their paths are relative to the kubeconfig's folder.
// kNotFound: the file does not exist. kInvalidInput: any mistake in it, with file, line, the path
// inside it (users[admin].user.client-key-data) and what to do. Ways of authentication that are
// not supported yet (exec, auth-provider, username, impersonation, proxy-url) are errors as well.
// Upstream: clientcmd/client_config.go ClientConfig (client-go 0.37)
base::Result<ClientConfig> LoadKubeconfig(const std::string& path, const std::string& context = "");

// Several files as $KUBECONFIG lists them: where two define the same name, the first one counts.
// Files that do not exist are passed over; kNotFound when none does.
// Upstream: clientcmd/loader.go ClientConfigLoadingRules.Load (client-go 0.37)
base::Result<ClientConfig> LoadKubeconfigs(const std::vector<std::string>& paths,
                                           const std::string& context = "");

}  // namespace structural::kube
