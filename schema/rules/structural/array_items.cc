#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const StructuralNode& at) {
  if (at.schema.generic.type != "array" || at.schema.items != nullptr) return;
  at.found.push_back(base::Required(kArrayItems.id, at.path.Child("items"), "must be specified"));
}

}  // namespace

const StructuralRule kArrayItems = {
    {.id = "array-items",
     .what = "An array has a schema for its items.",
     .why = "An array whose items have no schema has no known type for its elements: they can"
            " be neither pruned nor defaulted nor published.",
     .fix = "Give the array an items schema with a type. For elements of any shape use items "
            "with x-kubernetes-preserve-unknown-fields: true.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
