// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
#include "schema/objects/fields.h"
#include "schema/validate/checks.h"
#include "schema/validate/schema_node.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using model::JSONSchemaProps;

// What the schemas around a child say of it.
Surroundings SurroundingsOf(const Child& child, const JSONSchemaProps& schema, const Surroundings& around,
                    bool is_root) {
  switch (child.under) {
    case Keyword::kJunctor:
      return around.InsideJunctor();
    case Keyword::kAdditionalProperties:
      return around.inside_meta ? around.WithForbiddenDefaults(
                                      "inside additionalProperties applying to object metadata")
                                : around;
    case Keyword::kProperties:
      if ((is_root || schema.x_embedded_resource) && objects::IsMetaField(child.key))
        return around.InsideMeta(is_root ? child.key : "");
      return around;
    default:
      return around;
  }
}

void CheckTree(const Context& in, const JSONSchemaProps& schema, const FieldPath& path,
           const Surroundings& around, bool is_root) {
  if (in.errors.full()) return;
  CheckNode({in, schema, path, around});
  AnyChild(schema, path, [&](const Child& child) {
    if (Reaches(Reach::kValidated, child.under)) {
      CheckTree(in, child.schema, child.path, SurroundingsOf(child, schema, around, is_root), false);
    }
    return false;
  });
}

}  // namespace

void ValidateOpenApiSchema(const Context& in, const JSONSchemaProps& schema,
                           const FieldPath& path) {
  constexpr std::string_view kByV1beta1 =
      "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use "
      "apiextensions.k8s.io/v1)";
  const Surroundings around{in.options.allow_defaults ? std::string_view() : kByV1beta1};
  CheckTree(in, schema, path, around, true);
}

}  // namespace structural::validate
