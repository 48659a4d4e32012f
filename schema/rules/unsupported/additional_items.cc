#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedAdditionalItems = {
    {.id = "unsupported-additional-items",
     .why = "All elements of a Kubernetes list have one schema.",
     .fix = "Remove additionalItems and put one schema under items."},
    "additionalItems"};

}  // namespace structural::rules
