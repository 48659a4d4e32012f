#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.forbidden_generics.default_value.empty()) return;
  at.found.push_back(base::Forbidden(kJunctorDefault.id, at.path.Child("default"),
                                     "must be undefined to be structural"));
}

}  // namespace

const NestedRule kJunctorDefault = {
    {.id = "junctor-default",
     .what = "There is no default below a junctor.",
     .why = "Which default applies must not depend on which branch of a junctor holds.",
     .fix = "Move default to the schema outside of the junctor, or remove it.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
