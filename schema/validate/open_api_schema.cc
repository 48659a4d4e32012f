// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
#include "schema/objects/fields.h"
#include "schema/validate/checks.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {
namespace {

using model::JSONSchemaProps;

class SchemaWalk {
 public:
  explicit SchemaWalk(const Context& in) : in_(in) {}

  void Node(const JSONSchemaProps& schema, const FieldPath& path, const Surroundings& around,
            bool is_root) {
    if (in_.errors.full()) return;
    CheckNode({in_, schema, path, around});
    Fields(schema, path, around, is_root);
    Junctors(schema, path, around);
    if (schema.rare != &model::kNoRareKeywords) Rare(*schema.rare, path, around);
  }

 private:
  void Below(const JSONSchemaProps* schema, const FieldPath& path, const Surroundings& around) {
    if (schema != nullptr) Node(*schema, path, around, false);
  }

  void Fields(const JSONSchemaProps& schema, const FieldPath& path, const Surroundings& around,
              bool is_root) {
    if (const auto* more = schema.additional_properties) {
      const Surroundings inside =
          around.inside_meta ? around.WithForbiddenDefaults(
                                   "inside additionalProperties applying to object metadata")
                             : around;
      Below(more->schema, path.Child("additionalProperties"), inside);
    }
    for (const auto& [name, property] : schema.properties) {
      const bool meta = (is_root || schema.x_embedded_resource) && objects::IsMetaField(name);
      Below(property, path.Child("properties", name),
            meta ? around.InsideMeta(is_root ? name : "") : around);
    }
    if (schema.items == nullptr) return;
    Below(schema.items->schema, path.Child("items"), around);
    List(schema.items->schemas, path, "items", around);
  }

  void List(model::List<JSONSchemaProps> schemas, const FieldPath& path, std::string_view name,
            const Surroundings& around) {
    for (std::size_t i = 0; i < schemas.size(); ++i) Below(schemas[i], path.Child(name, i), around);
  }

  void Junctors(const JSONSchemaProps& schema, const FieldPath& path, const Surroundings& outer) {
    const Surroundings around = outer.InsideJunctor();
    Below(schema.values->not_schema, path.Child("not"), around);
    List(schema.values->all_of, path, "allOf", around);
    List(schema.values->one_of, path, "oneOf", around);
    List(schema.values->any_of, path, "anyOf", around);
  }

  void Rare(const model::RareKeywords& rare, const FieldPath& path, const Surroundings& around) {
    for (const auto& [name, definition] : rare.definitions)
      Below(definition, path.Child("definitions", name), around);
    for (const auto& [name, dependency] : rare.dependencies)
      Below(dependency->schema, path.Child("dependencies", name), around);
  }

  const Context& in_;
};

}  // namespace

void ValidateOpenApiSchema(const Context& in, const JSONSchemaProps& schema,
                           const FieldPath& path) {
  constexpr std::string_view kByV1beta1 =
      "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use "
      "apiextensions.k8s.io/v1)";
  const Surroundings around{in.options.allow_defaults ? std::string_view() : kByV1beta1};
  SchemaWalk(in).Node(schema, path, around, true);
}

}  // namespace structural::validate
