#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedId = {
    {.id = "unsupported-id",
     .what = "There is no id.",
     .why = "A schema in a CustomResourceDefinition stands alone; an identifier has no "
            "meaning there.",
     .fix = "Remove id.",
     .section = &kKepFormalDefinition},
    "id"};

}  // namespace structural::rules
