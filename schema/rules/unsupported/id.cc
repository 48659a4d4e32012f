#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedId = {
    {.id = "unsupported-id",
     .why = "A schema in a CustomResourceDefinition stands alone; an identifier has no "
            "meaning there.",
     .fix = "Remove id."},
    "id"};

}  // namespace structural::rules
