#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedAdditionalItems = {
    {.id = "unsupported-additional-items",
     .what = "There is no additionalItems.",
     .why = "All elements of a Kubernetes list have one schema.",
     .fix = "Remove additionalItems and put one schema under items.",
     .section = &kKepFormalDefinition},
    "additionalItems"};

}  // namespace structural::rules
