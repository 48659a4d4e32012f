#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.forbidden_generics.type.empty()) return;
  at.found.push_back(
      base::Forbidden(kJunctorType.id, at.path.Child("type"), "must be empty to be structural"));
}

}  // namespace

const NestedRule kJunctorType = {
    {.id = "junctor-type",
     .what = "There is no type below a junctor.",
     .why = "The type of a value must be apparent without understanding allOf, anyOf, oneOf "
            "and not.",
     .fix = "Move type to the schema outside of the junctor and leave only value validations "
            "inside. If the value is an integer or a string, use x-kubernetes-int-or-string: "
            "true.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
