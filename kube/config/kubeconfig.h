// The ClientConfig that a kubeconfig describes.
#pragma once

#include <string>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads the context that the flags name, else the current one, with its cluster and user, or those
// that the flags name instead; then the other flags are put in place. Files that a kubeconfig names
// are read too; their paths are relative to its folder. Credentials are left out for a server
// without TLS.
//
// Several files are merged as $KUBECONFIG's: where two define the same name, the first one counts;
// files that do not exist are passed over.
//
// kNotFound: no file exists. kInvalidInput: any mistake, with file, line, the path inside it
// (users[admin].user.client-key-data) and what to do.
// Upstream: clientcmd/client_config.go DirectClientConfig.ClientConfig (client-go 0.37)
base::Result<ClientConfig> LoadKubeconfigs(const std::vector<std::string>& paths,
                                           const ConfigFlags& flags = {});

// The names of the contexts in these files, those of the first file first, each once. Errors: as
// LoadKubeconfigs.
base::Result<std::vector<std::string>> ContextNames(const std::vector<std::string>& paths,
                                                    const FileWait& wait = {});

// As if there were an empty file. kInvalidInput: no --server, or a mistake in the flags.
base::Result<ClientConfig> ConfigOfFlags(const ConfigFlags& flags);

}  // namespace structural::kube
