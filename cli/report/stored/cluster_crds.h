// Reads the CRDs of a cluster.
#pragma once

#include <functional>
#include <string>

#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::cli {

// Calls `add` with the JSON of each CRD on the server that `flags` name. Must be called before the
// first thread starts. Errors: those of ApiServer::Open and kube::Client::List.
base::Status VisitClusterCrds(const kube::ConfigFlags& flags, const std::function<void(std::string crd)>& add);

}  // namespace structural::cli
