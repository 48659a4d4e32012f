#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (!at.schema.forbidden_extensions->x_list_type) return;
  at.found.push_back(base::Forbidden(kJunctorListType.id, at.path.Child("x-kubernetes-list-type"),
                                     "must be undefined to be structural"));
}

}  // namespace

const NestedRule kJunctorListType = {
    {.id = "junctor-list-type",
     .what = "There is no x-kubernetes-list-type below a junctor.",
     .why = "How a list is merged is structure: server-side apply needs it outside of "
            "junctors.",
     .fix = "Move x-kubernetes-list-type to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
