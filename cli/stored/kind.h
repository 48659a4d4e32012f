// StoredKind: a custom resource as a CRD names it, and where a server keeps its objects.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client.h"
#include "schema/base/result.h"
#include "schema/crd/meta.h"
#include "schema/json/value.h"

namespace structural::cli {

// A plain value that borrows nothing.
struct StoredKind {
  std::string crd;  // its name: PLURAL.GROUP
  std::string group;
  std::string version;  // that objects are stored in; where it is not served, the first that is
  std::string plural;
  std::string kind;
  bool namespaced = false;
  bool preserves = false;  // spec.preserveUnknownFields: nothing is pruned

  // "example.com/v1".
  std::string api_version() const { return group + "/" + version; }

  // Where its objects are listed. `namespace_` narrows it to a namespace; empty: all of them.
  std::string Collection(std::string_view namespace_) const;
};

// Reads a CRD's names and flags. `asked_for` is what an item of a list that does not name its
// version is in. Errors: kInvalidInput where a name is missing.
base::Result<StoredKind> ReadStoredKind(const json::Value& crd,
                                        crd::ApiVersion asked_for = crd::ApiVersion::kV1);

// A CRD on a server.
struct KindOnServer {
  StoredKind kind;
  std::string path;  // of the CRD
};

// Of the CRDs that match, by name, read as v1 where the server has that, else as v1beta1. Errors:
// those of the client; kForbidden says which right is missing.
base::Result<std::vector<KindOnServer>> KindsOnServer(
    kube::Client& client, const std::function<bool(const StoredKind&)>& matches,
    std::stop_token stop);

}  // namespace structural::cli
