#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (!at.schema.forbidden_extensions->x_preserve_unknown_fields) return;
  at.found.push_back(base::Forbidden(kJunctorPreserveUnknownFields.id,
                                     at.path.Child("x-kubernetes-preserve-unknown-fields"),
                                     "must be false to be structural"));
}

}  // namespace

const NestedRule kJunctorPreserveUnknownFields = {
    {.id = "junctor-preserve-unknown-fields",
     .what = "There is no x-kubernetes-preserve-unknown-fields below a junctor.",
     .why = "Whether unknown fields are kept must not depend on which branch of a junctor "
            "holds.",
     .fix = "Move x-kubernetes-preserve-unknown-fields to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
