#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedDefinitions = {
    {.id = "unsupported-definitions",
     .why = "The schema must be complete in itself: nothing can refer to definitions.",
     .fix = "Write the definitions in place where they are used and remove them here."},
    "definitions"};

}  // namespace structural::rules
