#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

constexpr std::string_view kDetail = "must be object if x-kubernetes-embedded-resource is true";

void Check(const StructuralNode& at) {
  const std::string_view type = at.schema.generic.type;
  if (!at.schema.extensions->x_embedded_resource || type == "object") return;
  const base::FieldPath path = at.path.Child("type");
  at.found.push_back(type.empty() ? base::Required(kEmbeddedResourceType.id, path, kDetail)
                                  : base::Invalid(kEmbeddedResourceType.id, path, type, kDetail));
}

}  // namespace

const StructuralRule kEmbeddedResourceType = {
    {.id = "embedded-resource-type",
     .what = "The type of an embedded resource is object.",
     .why = "An embedded resource is a whole Kubernetes object with apiVersion, kind and "
            "metadata.",
     .fix = "Set type: object beside x-kubernetes-embedded-resource: true.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
