// Reads the ClientConfig of a kubeconfig.
#pragma once

#include <string>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::kube {

// Reads the context of the flags, or the current one, with its cluster and user, or with those of
// the flags; then applies the other flags. Also reads the files that a kubeconfig names; their
// paths are relative to its folder. Removes credentials for a server without TLS.
//
// Several files are merged like those of $KUBECONFIG: if two define the same name, the first one
// counts. Skips files that do not exist.
//
// kNotFound: no file exists. kInvalidInput: a file has an error; the message has the file, the
// line, the path inside it (users[admin].user.client-key-data) and the fix.
// Upstream: clientcmd/client_config.go DirectClientConfig.ClientConfig (client-go 0.37)
base::Result<ClientConfig> LoadKubeconfigs(const std::vector<std::string>& paths, const ConfigFlags& flags = {});

// Returns the names of the contexts in these files, in the order of the files, without duplicates.
// Errors: as LoadKubeconfigs.
base::Result<std::vector<std::string>> ContextNames(const std::vector<std::string>& paths, const FileWait& wait = {});

// Returns the config for an empty kubeconfig. kInvalidInput: --server is missing, or the flags have
// an error.
base::Result<ClientConfig> ConfigOfFlags(const ConfigFlags& flags);

}  // namespace structural::kube
