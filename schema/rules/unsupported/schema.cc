#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedSchema = {
    {.id = "unsupported-schema",
     .why = "The dialect of the schema is given by Kubernetes.",
     .fix = "Remove $schema."},
    "schema"};

}  // namespace structural::rules
