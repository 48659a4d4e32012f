#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  const model::Extensions& x = *at.schema.extensions;
  if (!x.x_int_or_string || !x.x_embedded_resource) return;
  at.found.push_back(base::InvalidTrue(kIntOrStringEmbeddedResource.id,
                                       at.path.Child("x-kubernetes-embedded-resource"),
                                       "must be false if x-kubernetes-int-or-string is true"));
}

}  // namespace

const StructuralRule kIntOrStringEmbeddedResource = {
    {.id = "int-or-string-embedded-resource",
     .what = "An integer or string is no embedded resource.",
     .why = "A value that is an integer or a string cannot be a whole Kubernetes object.",
     .fix = "Remove one of x-kubernetes-int-or-string and x-kubernetes-embedded-resource.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
