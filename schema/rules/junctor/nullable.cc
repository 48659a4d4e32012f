#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (!at.schema.forbidden_generics.nullable) return;
  at.found.push_back(base::Forbidden(kJunctorNullable.id, at.path.Child("nullable"),
                                     "must be false to be structural"));
}

}  // namespace

const NestedRule kJunctorNullable = {
    {.id = "junctor-nullable",
     .what = "There is no nullable below a junctor.",
     .why = "Whether a value may be null is part of its type and must be apparent without "
            "understanding junctors.",
     .fix = "Move nullable to the schema outside of the junctor.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
