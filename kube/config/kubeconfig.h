// Reads a ClientConfig from kubeconfig files.
#pragma once

#include <string>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads a context with its cluster and user, and then applies the flags. --context selects the context; without it, the
// current-context is used. --cluster and --user replace the cluster and the user of the context. Also reads the files
// that a kubeconfig names; their paths are relative to the folder of the kubeconfig. If the server is used without TLS,
// removes the credentials.
//
// Several files are merged like those of $KUBECONFIG: if two files define the same name, the entry of the first one
// counts. Skips files that do not exist.
//
// kNotFound: no file exists. kInvalidInput: a file has an error; the message has the file, the line, the path in it
// (users[admin].user.client-key-data) and the fix.
// Upstream: clientcmd/client_config.go DirectClientConfig.ClientConfig (client-go 0.37)
base::Result<ClientConfig> LoadKubeconfigs(const std::vector<std::string>& paths, const ConfigFlags& flags = {});

// Returns the names of the contexts in these files, in the order of the files, without duplicates. Errors: those of
// LoadKubeconfigs.
base::Result<std::vector<std::string>> ContextNames(const std::vector<std::string>& paths, const FileWait& wait = {});

// Returns the config that the flags alone define, without a kubeconfig. kInvalidInput: --server is not set, or the
// flags have an error.
base::Result<ClientConfig> ConfigOfFlags(const ConfigFlags& flags);

}  // namespace structural::kube
