// Upstream: apis/apiextensions/validation/validation.go validateMapListKeysMapSet,
// hasInvalidMapListKeysMapSet (v0.37.2).
#include <algorithm>
#include <set>

#include "schema/validate/checks.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;

void NotNullable(const SchemaNode& at, const FieldPath& path, std::string_view detail) {
  at.in.errors.Add(kubernetes::Forbidden(kListType, path.Child("nullable"), detail));
}

void KeyProperty(const SchemaNode& at, std::string_view key, bool required, const JSONSchemaProps& property) {
  const FieldPath items = at.path.Child("items");
  const FieldPath path = items.Child("properties", key);
  if (!required && property.values->default_value.empty()) {
    at.in.errors.Add(
        kubernetes::Required(kListType, path.Child("default"),
                             "this property is in x-kubernetes-list-map-keys, so it must have a default or be a "
                             "required property"));
  }
  if (property.nullable) {
    NotNullable(at, path, "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
  }
}

}  // namespace

void CheckMapListKeysMapSet(const SchemaNode& at) {
  const auto& list_type = at.schema.rare->x_list_type;
  if (list_type != "set" && list_type != "map") return;
  if (at.schema.items == nullptr || at.schema.items->schema == nullptr) return;
  const JSONSchemaProps& item = *at.schema.items->schema;
  if (item.nullable) {
    NotNullable(at, at.path.Child("items"),
                "cannot be nullable when x-kubernetes-list-type is " + std::string(*list_type));
  }
  if (list_type != "map") return;
  const std::set<std::string_view> required(item.required.begin(), item.required.end());
  for (const std::string_view key : at.schema.rare->x_list_map_keys) {
    if (at.in.errors.full()) return;
    const JSONSchemaProps* property = item.properties.Find(key);
    if (property != nullptr) KeyProperty(at, key, required.contains(key), *property);
  }
}

bool HasInvalidMapListKeysMapSet(const JSONSchemaProps& schema) {
  if (schema.rare == &crd::kNoRareKeywords) return false;
  Errors errors;
  expressions::CompilationBudget effort;
  const crd::Internal none{};
  base::Arena arena;
  const Options options{};
  const FieldPath path("");
  CheckMapListKeysMapSet({{none, options, errors, effort, arena}, schema, path, {}});
  return errors.size() != 0 || errors.full();
}

}  // namespace structural::validate
