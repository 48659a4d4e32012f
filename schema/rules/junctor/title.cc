#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

void Check(const NestedNode& at) {
  if (at.schema.forbidden_generics.annotations->title.empty()) return;
  at.found.push_back(
      base::Forbidden(kJunctorTitle.id, at.path.Child("title"), "must be empty to be structural"));
}

}  // namespace

const NestedRule kJunctorTitle = {
    {.id = "junctor-title",
     .what = "There is no title below a junctor.",
     .why = "A title documents a field; below a junctor it would belong to one branch only "
            "and cannot be published.",
     .fix = "Move the title to the schema outside of the junctor, or remove it.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
