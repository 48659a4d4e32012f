#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  if (at.level != Level::kRoot || at.schema.additional_properties == nullptr) return;
  at.found.push_back(base::Forbidden(kRootAdditionalProperties.id,
                                     at.path.Child("additionalProperties"),
                                     "must not be used at the root"));
}

}  // namespace

const StructuralRule kRootAdditionalProperties = {
    {.id = "root-additional-properties",
     .what = "The root has no additionalProperties.",
     .why = "A custom resource is an object with known top-level fields, not a map: "
            "additionalProperties at the root would let any field stand beside apiVersion, "
            "kind and metadata.",
     .fix = "List the top-level fields under properties, or set x-kubernetes-preserve-"
            "unknown-fields: true at the root if unknown fields must be kept.",
     .section = &kDocsStructuralSchema},
    Check};

}  // namespace structural::rules
