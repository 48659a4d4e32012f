#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedPatternProperties = {
    {.id = "unsupported-pattern-properties",
     .what = "There is no patternProperties.",
     .why = "Which fields an object has must be apparent from their names, not from patterns.",
     .fix = "Use properties for known names and additionalProperties for a map.",
     .section = &kKepFormalDefinition},
    "patternProperties"};

}  // namespace structural::rules
