// StoredKind: a custom resource as a CRD names it, and where a server keeps its objects.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/crd/api_version.h"
#include "schema/json/value.h"

namespace structural::cli {

// A plain value that borrows nothing.
struct StoredKind {
  std::string crd;  // its name: PLURAL.GROUP
  std::string group;
  std::string version;  // that objects are stored in
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

}  // namespace structural::cli
