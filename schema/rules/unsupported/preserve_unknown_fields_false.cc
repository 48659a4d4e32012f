#include "schema/rules/catalog.h"

namespace structural::rules {

const UnsupportedRule kUnsupportedPreserveUnknownFieldsFalse = {
    {.id = "unsupported-preserve-unknown-fields-false",
     .what = "x-kubernetes-preserve-unknown-fields is true or absent.",
     .why = "Pruning is the default and cannot be asked for; false has no meaning.",
     .fix = "Remove x-kubernetes-preserve-unknown-fields: false.",
     .section = &kKepFormalDefinition},
    "x-kubernetes-preserve-unknown-fields"};

}  // namespace structural::rules
