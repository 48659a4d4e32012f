// LoadedCrd: a CRD, prepared for a comparison.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/violation.h"
#include "schema/objects/validate.h"

namespace structural::compare {

struct LoadedVersion {
  std::string_view name;
  std::size_t index = 0;                        // index in spec.versions of v1
  json::Value json = {};                        // the version, defaulted
  const crd::Structural* schema = nullptr;      // null: absent, or without a structural form
  const objects::Checks* checks = nullptr;      // null: every value is valid
  const crd::JSONSchemaProps* props = nullptr;  // null if `schema` is null
  bool shares_schema = false;                   // whether the schema is at spec.validation, where all versions share it
  // The checks of the fields to which the paths of the scale subresource refer. Each pair has the path and its checks.
  std::vector<std::pair<std::string_view, const objects::Checks*>> scale_checks = {};

  bool HasStatus() const;
  // Returns the scale subresource; null if the version has none.
  const json::Value* Scale() const;
};

// Returns use(path) for the path of a version's schema.
template <typename Use>
auto WithSchemaPath(const LoadedVersion& version, Use use) {
  const kubernetes::FieldPath spec("spec"), of_version = spec.Child("versions", version.index);
  const kubernetes::FieldPath holder = version.shares_schema ? spec.Child("validation") : of_version.Child("schema");
  return use(holder.Child("openAPIV3Schema"));
}

// A CRD, prepared for a comparison. The CRD's text and the arena must outlive it.
struct LoadedCrd {
  std::string_view name;
  json::Value spec;  // spec of v1, defaulted, without schemas
  bool prunes = true;
  std::vector<LoadedVersion> versions = {};

  // Returns the version; null if it does not exist.
  const LoadedVersion* Find(std::string_view version) const;
};

// Prepares a CRD for a comparison. Errors: those of crd::Decode.
base::Result<LoadedCrd> Load(std::string_view json, base::Arena& arena);

struct FindCache;

// A version in both CRDs, and whether each CRD prunes. Not thread-safe: FindFieldBeforeAndAfter (field_handling.h)
// caches the path to its last field.
struct VersionPair {
  const LoadedVersion& before;
  const LoadedVersion& after;
  bool old_prunes;
  bool new_prunes;
  mutable std::shared_ptr<FindCache> find_cache = nullptr;
};

}  // namespace structural::compare
