// ReadCrdUnions: the unions of a CRD, declared in its schemas or in its annotation.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {

// The unions of one version.
struct VersionUnions {
  std::string_view version;
  // The schema with the unions of the annotation, for Normalize; null if the version declares no unions.
  json::Value schema;
};

// The unions of a CRD, and the errors in them. Points into the CRD's text and the arena.
struct CrdUnions {
  // All versions of the CRD, in its order. Empty: the CRD declares no unions.
  std::vector<VersionUnions> versions;
  // Errors and advice, without duplicates, with paths in the CRD as its author wrote it.
  UnionErrors errors;

  // Returns the first error that is not advice; nullptr if all are advice, so that the schemas can be used.
  const UnionError* first_error() const;

  // Returns the schema of a version; null if it declares no unions.
  json::Value SchemaOf(std::string_view version) const;
};

// Whether a CRD's text may declare unions. If not, a call of ReadCrdUnions is not necessary.
bool MentionsUnions(std::string_view json);

// Reads the unions of a CRD. Precondition: `crd` was decoded from `json`. Pure; safe to call from several threads with
// one arena each.
CrdUnions ReadCrdUnions(std::string_view json, const crd::CustomResourceDefinition& crd, base::Arena& arena);

}  // namespace structural::unions::kep
