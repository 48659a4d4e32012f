#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedDefinitions = {
    {.id = "unsupported-definitions",
     .what = "There is no definitions.",
     .why = "The schema must be complete in itself: nothing can refer to definitions.",
     .fix = "Write the definitions in place where they are used and remove them here.",
     .section = &kKepFormalDefinition},
    "definitions"};

}  // namespace structural::rules
