#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using kubernetes::FieldPath;
using model::JSONSchemaProps;

class Walk {
 public:
  Walk(Reach reach, const Visit& visit) : reach_(reach), visit_(visit) {}

  bool At(const JSONSchemaProps& schema, const FieldPath& path) const {
    return visit_(schema, path) || InFields(schema, path) || InJunctors(*schema.values, path) ||
           (schema.rare != &model::kNoRareKeywords && InRare(*schema.rare, path));
  }

 private:
  bool Below(const JSONSchemaProps* schema, const FieldPath& path) const {
    return schema != nullptr && At(*schema, path);
  }

  bool InList(model::List<JSONSchemaProps> list, const FieldPath& path,
              std::string_view name) const {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (At(*list[i], path.Child(name, i))) return true;
    }
    return false;
  }

  bool InMap(const model::Map<JSONSchemaProps>& map, const FieldPath& path,
             std::string_view name) const {
    for (const auto& [key, schema] : map) {
      if (At(*schema, path.Child(name, key))) return true;
    }
    return false;
  }

  bool InFields(const JSONSchemaProps& schema, const FieldPath& path) const {
    if (InMap(schema.properties, path, "properties")) return true;
    const auto* more = schema.additional_properties;
    if (more != nullptr && Below(more->schema, path.Child("additionalProperties"))) return true;
    if (schema.items == nullptr) return false;
    return Below(schema.items->schema, path.Child("items")) ||
           InList(schema.items->schemas, path, "items");
  }

  bool InJunctors(const model::ValueKeywords& values, const FieldPath& path) const {
    return InList(values.all_of, path, "allOf") || InList(values.any_of, path, "anyOf") ||
           InList(values.one_of, path, "oneOf") || Below(values.not_schema, path.Child("not"));
  }

  bool InRare(const model::RareKeywords& rare, const FieldPath& path) const {
    if (InMap(rare.definitions, path, "definitions")) return true;
    for (const auto& [key, dependency] : rare.dependencies) {
      if (Below(dependency->schema, path.Child("dependencies", key))) return true;
    }
    if (reach_ == Reach::kValidated) return false;
    if (InMap(rare.pattern_properties, path, "patternProperties")) return true;
    return rare.additional_items != nullptr &&
           Below(rare.additional_items->schema, path.Child("additionalItems"));
  }

  const Reach reach_;
  const Visit& visit_;
};

}  // namespace

bool Any(const JSONSchemaProps& schema, const FieldPath& path, Reach reach, const Visit& visit) {
  return Walk(reach, visit).At(schema, path);
}

}  // namespace structural::validate
