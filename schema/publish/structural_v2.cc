#include <algorithm>
#include <iterator>
#include <vector>

#include "schema/objects/transform.h"
#include "schema/publish/schema_writer.h"

namespace structural::publish {
namespace {

using crd::Structural;
using crd::ValueValidation;

bool IsNullable(const Structural* schema) { return schema != nullptr && schema->generic.nullable; }

void DropStructure(Structural& node) {
  node.items = nullptr;
  node.properties = {};
}

// Returns the required fields that are not nullable: v2 cannot require a value that may be null.
std::span<const std::string_view> StillRequired(const Structural& node, base::Arena& arena) {
  const auto required = node.value_validation->required;
  const auto* additional = node.additional_properties;
  if (additional != nullptr && IsNullable(additional->structural)) return {};
  const auto nullable = [&](std::string_view name) { return IsNullable(node.properties.Find(name)); };
  if (std::ranges::none_of(required, nullable)) return required;
  std::vector<std::string_view> kept;
  std::ranges::remove_copy_if(required, std::back_inserter(kept), nullable);
  return arena.Copy(std::span<const std::string_view>(kept));
}

const ValueValidation* Validation(const Structural& node, base::Arena& arena) {
  const ValueValidation& given = *node.value_validation;
  const auto required = StillRequired(node, arena);
  const bool junctors =
      !given.all_of.empty() || !given.any_of.empty() || !given.one_of.empty() || given.not_schema != nullptr;
  if (!junctors && required.size() == given.required.size()) return &given;
  auto* validation = arena.New<ValueValidation>();
  *validation = given;
  validation->all_of = validation->any_of = validation->one_of = {};
  validation->not_schema = nullptr;
  validation->required = required;
  return validation;
}

bool ToV2(Structural& node, base::Arena& arena) {
  std::string_view& type = node.generic.type;
  const bool any_fields = node.extensions->x_preserve_unknown_fields;
  if (node.generic.nullable) type = {};
  if (node.generic.nullable || any_fields) DropStructure(node);
  node.generic.nullable = false;
  if (node.items == nullptr && type == "array") type = {};
  if (any_fields && type == "object") type = {};
  node.value_validation = Validation(node, arena);
  return true;
}

}  // namespace

const Structural* ToStructuralOpenAPIV2(const Structural& schema, base::Arena& arena) {
  bool changed = false;
  return objects::Rebuild(
      schema, arena, [&](Structural& node) { return ToV2(node, arena); }, &changed);
}

}  // namespace structural::publish
