#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (!at.schema.forbidden_extensions->x_map_type) return;
  at.found.push_back(base::Forbidden(kJunctorMapType.id, at.path.Child("x-kubernetes-map-type"),
                                     "must be undefined to be structural"));
}

}  // namespace

const NestedRule kJunctorMapType = {
    {.id = "junctor-map-type",
     .what = "There is no x-kubernetes-map-type below a junctor.",
     .why = "How a map is merged is structure: server-side apply needs it outside of "
            "junctors.",
     .fix = "Move x-kubernetes-map-type to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
