#include "schema/rules/unsupported.h"

#include <algorithm>

namespace structural::rules {
namespace {

constexpr UnsupportedRule kUnsupportedRules[] = {
    {{.id = "unsupported-id",
      .what = "There is no id.",
      .why = "A schema in a CustomResourceDefinition stands alone; an identifier has no meaning "
             "there.",
      .fix = "Remove id.",
      .section = &kKepFormalDefinition},
     "id"},
    {{.id = "unsupported-schema",
      .what = "There is no $schema.",
      .why = "The dialect of the schema is given by Kubernetes.",
      .fix = "Remove $schema.",
      .section = &kKepFormalDefinition},
     "schema"},
    {{.id = "unsupported-ref",
      .what = "There is no $ref.",
      .why = "The schema must be complete in itself: the API server resolves no references.",
      .fix = "Write the referenced schema in place of the $ref. Generators have an option for it.",
      .section = &kKepFormalDefinition},
     "$ref"},
    {{.id = "unsupported-pattern-properties",
      .what = "There is no patternProperties.",
      .why = "Which fields an object has must be apparent from their names, not from patterns.",
      .fix = "Use properties for known names and additionalProperties for a map.",
      .section = &kKepFormalDefinition},
     "patternProperties"},
    {{.id = "unsupported-dependencies",
      .what = "There is no dependencies.",
      .why = "Dependencies between fields are no structure and are not supported.",
      .fix = "Express the dependency by anyOf with required, or by a rule of "
             "x-kubernetes-validations.",
      .section = &kKepFormalDefinition},
     "dependencies"},
    {{.id = "unsupported-additional-items",
      .what = "There is no additionalItems.",
      .why = "All elements of a Kubernetes list have one schema.",
      .fix = "Remove additionalItems and put one schema under items.",
      .section = &kKepFormalDefinition},
     "additionalItems"},
    {{.id = "unsupported-definitions",
      .what = "There is no definitions.",
      .why = "The schema must be complete in itself: nothing can refer to definitions.",
      .fix = "Write the definitions in place where they are used and remove them here.",
      .section = &kKepFormalDefinition},
     "definitions"},
    {{.id = "unsupported-items-array",
      .what = "items is one schema, not a list of them.",
      .why = "All elements of a Kubernetes list have one schema; a list of schemas describes a "
             "tuple.",
      .fix = "Replace the list under items by one schema, or use an object with named fields.",
      .section = &kKepFormalDefinition},
     "items"},
    {{.id = "unsupported-preserve-unknown-fields-false",
      .what = "x-kubernetes-preserve-unknown-fields is true or absent.",
      .why = "Pruning is the default and cannot be asked for; false has no meaning.",
      .fix = "Remove x-kubernetes-preserve-unknown-fields: false.",
      .section = &kKepFormalDefinition},
     "x-kubernetes-preserve-unknown-fields"},
};

}  // namespace

std::span<const UnsupportedRule> UnsupportedRules() { return kUnsupportedRules; }

const UnsupportedRule* FindUnsupported(std::string_view keyword) {
  const auto* at = std::ranges::find(kUnsupportedRules, keyword, &UnsupportedRule::keyword);
  return at == std::end(kUnsupportedRules) ? nullptr : at;
}

}  // namespace structural::rules
