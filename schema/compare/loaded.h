// A CRD as it is compared.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/json_schema_props.h"
#include "schema/model/structural.h"
#include "schema/objects/validate.h"

namespace structural::compare {

struct LoadedVersion {
  std::string_view name;
  std::size_t index = 0;                       // in spec.versions of v1
  json::Value json = {};                       // of the version, defaulted
  const model::Structural* schema = nullptr;   // null: there is none, or it has no such form
  const objects::Checks* checks = nullptr;     // null: everything is valid
  const model::JSONSchemaProps* props = nullptr;  // as `schema`
  bool shared_schema = false;                  // it stands at spec.validation
  // What the scale subresource demands, by path.
  std::vector<std::pair<std::string_view, const objects::Checks*>> scale_checks = {};

  bool HasStatus() const;
  // Null where there is no scale.
  const json::Value* Scale() const;
};

// Calls use(path) with that of a version's schema.
template <typename Use>
auto WithSchemaPath(const LoadedVersion& version, Use use) {
  const kubernetes::FieldPath spec("spec"), of_version = spec.Child("versions", version.index);
  const kubernetes::FieldPath holder = version.shared_schema ? spec.Child("validation") : of_version.Child("schema");
  return use(holder.Child("openAPIV3Schema"));
}

// Points into the text and the arena.
struct LoadedCrd {
  std::string_view name;
  json::Value spec;  // of v1, defaulted, without schemas
  bool prunes = true;
  std::vector<LoadedVersion> versions = {};

  // Null where there is none.
  const LoadedVersion* Find(std::string_view version) const;
};

// Errors: as crd::Decode.
base::Result<LoadedCrd> Load(std::string_view json, base::Arena& arena);

struct FindCache;

// A version in both CRDs, and whether they drop unknown fields. Not thread-safe: FindBoth (found.h) keeps the way to the
// last field.
struct VersionPair {
  const LoadedVersion& before;
  const LoadedVersion& after;
  bool old_prunes;
  bool new_prunes;
  mutable std::shared_ptr<FindCache> found = nullptr;
};

}  // namespace structural::compare
