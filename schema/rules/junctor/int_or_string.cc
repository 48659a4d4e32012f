#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (!at.schema.forbidden_extensions->x_int_or_string) return;
  at.found.push_back(base::Forbidden(kJunctorIntOrString.id,
                                     at.path.Child("x-kubernetes-int-or-string"),
                                     "must be false to be structural"));
}

}  // namespace

const NestedRule kJunctorIntOrString = {
    {.id = "junctor-int-or-string",
     .what = "There is no x-kubernetes-int-or-string below a junctor.",
     .why = "Whether a value is an integer or a string is its type and must be apparent "
            "without understanding junctors.",
     .fix = "Move x-kubernetes-int-or-string to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
