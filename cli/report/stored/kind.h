// StoredKind: the names of a custom resource, and the path of its objects on a server.
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

// A plain value that owns its texts.
struct StoredKind {
  std::string crd;  // name: PLURAL.GROUP
  std::string group;
  std::string version;  // the storage version; if it is not served, the first served one
  std::string plural;
  std::string kind;
  std::string list_kind = {};  // kind of a list of the objects; empty: unknown
  bool namespaced = false;
  bool preserves = false;  // spec.preserveUnknownFields is true: no field is pruned

  // Returns "example.com/v1".
  std::string api_version() const { return group + "/" + version; }

  // Returns the path for a list of the objects, in `namespace_` or, if it is empty, in all
  // namespaces.
  std::string Collection(std::string_view namespace_) const;
};

// Reads a CRD's names and flags. `default_version` is the version of an item of a list without
// apiVersion. Errors: kInvalidInput if a name is missing.
base::Result<StoredKind> ReadStoredKind(const json::Value& crd, crd::ApiVersion default_version = crd::ApiVersion::kV1);

// A CRD on a server.
struct KindOnServer {
  StoredKind kind;
  std::string path;  // path of the CRD on the server
};

// Returns the CRDs for which `matches` returns true, sorted by name. Reads them as v1 if the server has v1, else as
// v1beta1. Errors: those of the client; for kForbidden, the message names the missing right.
base::Result<std::vector<KindOnServer>> KindsOnServer(kube::Client& client,
                                                      const std::function<bool(const StoredKind&)>& matches,
                                                      std::stop_token stop);

// Calls `add` with the JSON of each CRD on the server that `flags` name. Must be called before the
// first thread starts. Errors: those of ApiServer::Open and kube::Client::List.
base::Status VisitClusterCrds(const kube::ConfigFlags& flags, const std::function<void(std::string crd)>& add);

}  // namespace structural::cli
