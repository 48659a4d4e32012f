#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (!at.schema.forbidden_extensions->x_embedded_resource) return;
  at.found.push_back(base::Forbidden(kJunctorEmbeddedResource.id,
                                     at.path.Child("x-kubernetes-embedded-resource"),
                                     "must be false to be structural"));
}

}  // namespace

const NestedRule kJunctorEmbeddedResource = {
    {.id = "junctor-embedded-resource",
     .what = "There is no x-kubernetes-embedded-resource below a junctor.",
     .why = "Whether a value is a whole Kubernetes object is structure and must be apparent "
            "without understanding junctors.",
     .fix = "Move x-kubernetes-embedded-resource to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
