#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.forbidden_generics.description.empty()) return;
  at.found.push_back(base::Forbidden(kJunctorDescription.id, at.path.Child("description"),
                                     "must be empty to be structural"));
}

}  // namespace

const NestedRule kJunctorDescription = {
    {.id = "junctor-description",
     .what = "There is no description below a junctor.",
     .why = "A description documents a field; below a junctor it would belong to one branch "
            "only and kubectl explain could not show it.",
     .fix = "Move the description to the schema outside of the junctor, or remove it.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
