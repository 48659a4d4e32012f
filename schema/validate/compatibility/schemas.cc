#include "schema/validate/compatibility/schemas.h"

#include <variant>

#include "schema/crd/convert.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/crd/rules/validate.h"

namespace structural::compatibility {

std::vector<PlacedSchema> InternalSchemas(const crd::CustomResourceDefinition& crd) {
  if (crd.versions.empty() && crd.validation == nullptr) return {};
  if (crd::ShareSchema(crd)) {
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
  const auto structural = crd::NewStructural(*placed.schema, arena, crd::EmptyLists::kKeep);
  Structurality found;
  placed.At([&](const kubernetes::FieldPath& path) {
    if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) {
      const auto* rule = crd::FindUnsupported(reason->keyword);
      found.not_representable = kubernetes::Invalid(rule->id, path, "", reason->text);
    } else {
      const auto& schema = *std::get<const crd::Structural*>(structural);
      found.violations = crd::ValidateStructural(path, schema);
    }
  });
  arena.Rewind(before);
  return found;
}

}  // namespace structural::compatibility
