#include "cli/findings/unsupported.h"

#include "schema/model/new_structural.h"
#include "schema/rules/catalog.h"

namespace structural::lint {
namespace {

using kubernetes::FieldPath;
using model::JSONSchemaProps;

class UnsupportedWalk {
 public:
  std::vector<UnsupportedKeyword> found;

  void Schema(const JSONSchemaProps& schema, const FieldPath& path) {
    Note(model::UnsupportedKeyword(schema), path);
    Note(model::PreserveUnknownFieldsFalse(schema), path);
    Note(model::ItemsArray(schema), path);
    Junctors(*schema.values, path);
    if (schema.items != nullptr) Child(schema.items->schema, path.Child("items"));
    for (const auto& [key, property] : schema.properties) {
      Schema(*property, path.Child("properties", key));
    }
    if (schema.additional_properties != nullptr) {
      Child(schema.additional_properties->schema, path.Child("additionalProperties"));
    }
  }

 private:
  void Child(const JSONSchemaProps* schema, const FieldPath& path) {
    if (schema != nullptr) Schema(*schema, path);
  }

  void Junctors(const model::ValueKeywords& values, const FieldPath& path) {
    Child(values.not_schema, path.Child("not"));
    List(values.all_of, path, "allOf");
    List(values.any_of, path, "anyOf");
    List(values.one_of, path, "oneOf");
  }

  void List(model::List<JSONSchemaProps> list, const FieldPath& path, std::string_view name) {
    for (std::size_t i = 0; i < list.size(); ++i) Schema(*list[i], path.Child(name, i));
  }

  void Note(const std::optional<model::NotRepresentable>& reason, const FieldPath& path) {
    if (!reason) return;
    found.push_back({rules::FindUnsupported(reason->keyword)->id,
                     path.Child(reason->keyword).String(), reason->text});
  }
};

}  // namespace

std::vector<UnsupportedKeyword> FindUnsupported(const JSONSchemaProps& schema,
                                                const FieldPath& path) {
  UnsupportedWalk walk;
  walk.Schema(schema, path);
  return std::move(walk.found);
}

}  // namespace structural::lint
