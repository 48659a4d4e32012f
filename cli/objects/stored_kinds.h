// Which custom resources a server stores without pruning them.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "cli/objects/stored_kind.h"
#include "controller/selector.h"
#include "kube/client.h"

namespace structural::cli {

struct PreservingKind {
  StoredKind kind;
  std::string path;  // of the CRD on the server
};

// The CRDs with spec.preserveUnknownFields, by name, read as v1 where the server has that, else as
// v1beta1. Errors: those of the client; kForbidden says which right is missing.
base::Result<std::vector<PreservingKind>> PreservingKinds(kube::Client& client,
                                                          const controller::Selector& selector,
                                                          std::stop_token stop);

}  // namespace structural::cli
