#include <algorithm>

#include "schema/crd/rules/catalog.h"

namespace structural::crd {
namespace {

constexpr UnsupportedRule kUnsupportedRules[] = {
    {{.id = "unsupported-id",
      .what = "id is not allowed.",
      .why = "No other schema can refer to the schema of a CustomResourceDefinition. So an "
             "identifier has no meaning.",
      .fix = "Remove id.",
      .section = &kKepFormalDefinition},
     "id"},
    {{.id = "unsupported-schema",
      .what = "$schema is not allowed.",
      .why = "Kubernetes defines the dialect of the schema.",
      .fix = "Remove $schema.",
      .section = &kKepFormalDefinition},
     "schema"},
    {{.id = "unsupported-ref",
      .what = "$ref is not allowed.",
      .why = "The schema must be complete. The API server does not resolve references.",
      .fix = "Replace the $ref with the schema that it refers to. Generators have an option for this.",
      .section = &kKepFormalDefinition},
     "$ref"},
    {{.id = "unsupported-pattern-properties",
      .what = "patternProperties is not allowed.",
      .why = "The fields of an object must be known by name, not by pattern.",
      .fix = "Use properties for known names and additionalProperties for a map.",
      .section = &kKepFormalDefinition},
     "patternProperties"},
    {{.id = "unsupported-dependencies",
      .what = "dependencies is not allowed.",
      .why = "The API server does not support dependencies between fields.",
      .fix = "Express the dependency with anyOf and required, or with a rule in "
             "x-kubernetes-validations.",
      .section = &kKepFormalDefinition},
     "dependencies"},
    {{.id = "unsupported-additional-items",
      .what = "additionalItems is not allowed.",
      .why = "All elements of a Kubernetes list have the same schema.",
      .fix = "Remove additionalItems, and write one schema under items.",
      .section = &kKepFormalDefinition},
     "additionalItems"},
    {{.id = "unsupported-definitions",
      .what = "definitions is not allowed.",
      .why = "The schema must be complete. $ref is not allowed, so no keyword can refer to "
             "definitions.",
      .fix = "Write each definition where it is used, and remove definitions.",
      .section = &kKepFormalDefinition},
     "definitions"},
    {{.id = "unsupported-items-array",
      .what = "items is one schema, not a list of schemas.",
      .why = "All elements of a Kubernetes list have the same schema. A list of schemas describes "
             "a tuple.",
      .fix = "Replace the list under items with one schema, or use an object with named fields.",
      .section = &kKepFormalDefinition},
     "items"},
    {{.id = "unsupported-preserve-unknown-fields-false",
      .what = "x-kubernetes-preserve-unknown-fields is true or absent.",
      .why = "Unknown fields are pruned by default, so the value false changes nothing.",
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

}  // namespace structural::crd
