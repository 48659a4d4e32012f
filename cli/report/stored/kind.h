// StoredKind: the names of a custom resource, and the path of its objects on an API server.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"
#include "schema/crd/meta.h"
#include "schema/json/value.h"

namespace structural::cli {

// The names and properties of a custom resource, as its CRD defines them. A plain value that owns its texts.
struct StoredKind {
  std::string crd;  // name of the CRD: PLURAL.GROUP
  std::string group;
  // version in which to read objects: the storage version or, if it is not served, the first served version
  std::string version;
  std::string plural;
  std::string kind;
  std::string list_kind = {};  // kind of a list of the objects; empty: unknown
  bool namespaced = false;
  bool preserves_unknown_fields = false;  // true: spec.preserveUnknownFields is true, so the server prunes no field

  // Returns "example.com/v1".
  std::string api_version() const { return group + "/" + version; }

  // Returns the path of the list of the objects in this namespace or, if `namespace_name` is empty, in all namespaces.
  std::string CollectionPath(std::string_view namespace_name) const;
};

// Reads the StoredKind of a CRD. `default_version` is the API version of a CRD without an apiVersion, such as an item
// of a list. Error: kInvalidInput if a name is missing.
base::Result<StoredKind> ReadStoredKind(const json::Value& crd, crd::ApiVersion default_version = crd::ApiVersion::kV1);

// A CRD on a server.
struct KindOnServer {
  StoredKind kind;
  std::string path;  // path of the CRD on the server
};

// Returns the CRDs of the server for which `matches` returns true, sorted by name. Reads them in v1 if the server has
// v1, otherwise in v1beta1. Errors: those of the client; for kForbidden, the message names the missing permission. A
// stop request on `stop` cancels the requests.
base::Result<std::vector<KindOnServer>> KindsOnServer(kube::Client& client,
                                                      const std::function<bool(const StoredKind&)>& matches,
                                                      std::stop_token stop);

// Calls `add` with the JSON of each CRD on the server that `flags` select. Must be called before the first thread
// starts. Errors: those of ApiServer::Open and kube::Client::List.
base::Status VisitClusterCrds(const kube::ConfigFlags& flags, const std::function<void(std::string crd)>& add);

}  // namespace structural::cli
