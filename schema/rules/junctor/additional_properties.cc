#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.additional_properties == nullptr) return;
  at.found.push_back(base::Forbidden(kJunctorAdditionalProperties.id,
                                     at.path.Child("additionalProperties"),
                                     "must be undefined to be structural"));
}

}  // namespace

const NestedRule kJunctorAdditionalProperties = {
    {.id = "junctor-additional-properties",
     .what = "There is no additionalProperties below a junctor.",
     .why = "additionalProperties says what keys a map has; that is structure and must be "
            "apparent without understanding junctors.",
     .fix = "Move additionalProperties to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
