#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  if (!at.schema.extensions->x_embedded_resource || at.schema.additional_properties == nullptr)
    return;
  at.found.push_back(base::Forbidden(kEmbeddedResourceAdditionalProperties.id,
                                     at.path.Child("additionalProperties"),
                                     "must not be used if x-kubernetes-embedded-resource is set"));
}

}  // namespace

const StructuralRule kEmbeddedResourceAdditionalProperties = {
    {.id = "embedded-resource-additional-properties",
     .what = "An embedded resource has no additionalProperties.",
     .why = "An embedded resource is an object with known fields, not a map of values of one "
            "type.",
     .fix = "Remove additionalProperties; set x-kubernetes-preserve-unknown-fields: true to "
            "keep fields that are not listed.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
