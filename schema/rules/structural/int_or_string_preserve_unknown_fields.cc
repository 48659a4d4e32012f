#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  const model::Extensions& x = *at.schema.extensions;
  if (!x.x_int_or_string || !x.x_preserve_unknown_fields) return;
  at.found.push_back(base::InvalidTrue(kIntOrStringPreserveUnknownFields.id,
                                       at.path.Child("x-kubernetes-preserve-unknown-fields"),
                                       "must be false if x-kubernetes-int-or-string is true"));
}

}  // namespace

const StructuralRule kIntOrStringPreserveUnknownFields = {
    {.id = "int-or-string-preserve-unknown-fields",
     .what = "An integer or string does not preserve unknown fields.",
     .why = "A value that is an integer or a string has no fields that could be preserved.",
     .fix = "Remove one of x-kubernetes-int-or-string and x-kubernetes-preserve-unknown-"
            "fields.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
