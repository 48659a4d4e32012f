#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedDependencies = {
    {.id = "unsupported-dependencies",
     .what = "There is no dependencies.",
     .why = "Dependencies between fields are no structure and are not supported.",
     .fix = "Express the dependency by anyOf with required, or by a rule of x-kubernetes-"
            "validations.",
     .section = &kKepFormalDefinition},
    "dependencies"};

}  // namespace structural::rules
