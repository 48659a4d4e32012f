#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedItemsArray = {
    {.id = "unsupported-items-array",
     .what = "items is one schema, not a list of them.",
     .why = "All elements of a Kubernetes list have one schema; a list of schemas describes a"
            " tuple.",
     .fix = "Replace the list under items by one schema, or use an object with named fields.",
     .section = &kKepFormalDefinition},
    "items"};

}  // namespace structural::rules
