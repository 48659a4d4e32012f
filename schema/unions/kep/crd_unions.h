// ReadCrdUnions: the unions of a CRD, whether its schemas or its annotation declare them.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {

struct VersionUnions {
  std::string_view version;
  json::Value schema;  // for Normalize, if nothing stands against it; null: it declares no unions
};

// Points into the CRD's text and the arena.
struct CrdUnions {
  // Those of the CRD, in its order. Empty: the CRD has nothing to do with unions.
  std::vector<VersionUnions> versions;
  // With the paths of the CRD as its author wrote it. Each once, advice included.
  UnionErrors errors;

  // The first that is more than advice, or nullptr: then the schemas can be used.
  const UnionError* refused() const;

  // That of a version; null: it declares no unions.
  json::Value SchemaOf(std::string_view version) const;
};

// Whether a CRD can have to do with unions at all: most do not, and need not be read.
bool MentionsUnions(std::string_view json);

// Precondition: `crd` was decoded from `json`. Pure; safe to call from several threads with an
// arena each.
CrdUnions ReadCrdUnions(std::string_view json, const crd::CustomResourceDefinition& crd,
                        base::Arena& arena);

}  // namespace structural::unions::kep
