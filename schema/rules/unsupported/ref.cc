#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedRef = {
    {.id = "unsupported-ref",
     .what = "There is no $ref.",
     .why = "The schema must be complete in itself: the API server resolves no references.",
     .fix = "Write the referenced schema in place of the $ref. Generators have an option for "
            "it.",
     .section = &kKepFormalDefinition},
    "$ref"};

}  // namespace structural::rules
