#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedSchema = {
    {.id = "unsupported-schema",
     .what = "There is no $schema.",
     .why = "The dialect of the schema is given by Kubernetes.",
     .fix = "Remove $schema.",
     .section = &kKepFormalDefinition},
    "schema"};

}  // namespace structural::rules
