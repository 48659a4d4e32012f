#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.forbidden_extensions->x_list_map_keys.empty()) return;
  at.found.push_back(base::Forbidden(kJunctorListMapKeys.id,
                                     at.path.Child("x-kubernetes-list-map-keys"),
                                     "must be empty to be structural"));
}

}  // namespace

const NestedRule kJunctorListMapKeys = {
    {.id = "junctor-list-map-keys",
     .what = "There is no x-kubernetes-list-map-keys below a junctor.",
     .why = "The keys by which a list is merged are structure: server-side apply needs them "
            "outside of junctors.",
     .fix = "Move x-kubernetes-list-map-keys to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
