#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  const model::Extensions& x = *at.schema.extensions;
  if (!x.x_embedded_resource || x.x_preserve_unknown_fields || !at.schema.properties.empty())
    return;
  at.found.push_back(base::Required(kEmbeddedResourceProperties.id, at.path.Child("properties"),
                                    "must not be empty if x-kubernetes-embedded-resource is true "
                                    "without x-kubernetes-preserve-unknown-fields"));
}

}  // namespace

const StructuralRule kEmbeddedResourceProperties = {
    {.id = "embedded-resource-properties",
     .what = "An embedded resource has properties or keeps unknown fields.",
     .why = "An embedded resource without fields would lose everything but apiVersion, kind "
            "and metadata when it is pruned.",
     .fix = "List its fields under properties, or set x-kubernetes-preserve-unknown-fields: "
            "true to keep them all.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
