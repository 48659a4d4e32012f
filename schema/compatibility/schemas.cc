#include "schema/compatibility/schemas.h"

#include <algorithm>
#include <variant>

#include "schema/model/equal.h"
#include "schema/model/new_structural.h"
#include "schema/rules/catalog.h"
#include "schema/rules/validate.h"

namespace structural::compatibility {
namespace {

using crd::Version;

bool Same(const Version& a, const Version& b) {
  if (a.own_schema == nullptr || b.own_schema == nullptr) return a.own_schema == b.own_schema;
  return model::SemanticEqual(*a.own_schema, *b.own_schema);
}

// What v1 says in every version, the internal form says once.
bool IsShared(const std::vector<Version>& versions) {
  return std::ranges::all_of(versions, [&](const Version& v) { return Same(v, versions.front()); });
}

}  // namespace

std::vector<PlacedSchema> InternalSchemas(const crd::CustomResourceDefinition& crd) {
  if (crd.versions.empty() && crd.validation == nullptr) return {};
  if (crd.api_version == crd::ApiVersion::kV1 && IsShared(crd.versions)) {
    if (crd.versions.front().own_schema == nullptr) return {};
    return {{std::nullopt, crd.versions.front().own_schema}};
  }
  std::vector<PlacedSchema> schemas;
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    if (const auto* own = crd.versions[i].own_schema) schemas.push_back({i, own});
  }
  if (crd.validation != nullptr) schemas.push_back({std::nullopt, crd.validation});
  return schemas;
}

Structurality Examine(const PlacedSchema& placed, base::Arena& arena) {
  const base::Arena::Mark before = arena.Here();
  const auto structural = model::NewStructural(*placed.schema, arena, model::Empties::kStay);
  Structurality found;
  placed.At([&](const base::FieldPath& path) {
    if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
      const auto* rule = rules::FindUnsupported(reason->keyword);
      found.not_representable = base::Invalid(rule->id, path, "", reason->text);
    } else {
      const auto& schema = *std::get<const model::Structural*>(structural);
      found.violations = rules::ValidateStructural(path, schema);
    }
  });
  arena.Rewind(before);
  return found;
}

}  // namespace structural::compatibility
