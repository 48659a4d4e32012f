#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.x_validations.empty()) return;
  at.found.push_back(base::Forbidden(kJunctorValidations.id,
                                     at.path.Child("x-kubernetes-validations"),
                                     "must be empty to be structural"));
}

}  // namespace

const NestedRule kJunctorValidations = {
    {.id = "junctor-validations",
     .what = "There is no x-kubernetes-validations below a junctor.",
     .why = "The API server does not evaluate CEL rules below junctors.",
     .fix = "Move x-kubernetes-validations to the schema outside of the junctor and write the"
            " condition into the rule.",
     .section = &kDocsValidationRules},
    Check};

}  // namespace structural::rules
