// What a rule is: an id, what it demands, why it matters, how to fix a schema that breaks it, and
// where it is written. catalog.h has them all.
#pragma once

#include <string_view>

namespace structural::rules {

// Section: where it is written what a rule demands.

// Static storage throughout.
struct Section {
  std::string_view document;
  std::string_view heading;
  std::string_view url;
};

// KEP 2335, "Vanilla CRD OpenAPI subset: structural schemas".
extern const Section kKepFormalDefinition;
extern const Section kKepMetadata;
extern const Section kKepCompatibilityPlan;

// The blog's "Future of CRDs: Structural Schemas" (2019).
extern const Section kBlogStructuralSchema;
extern const Section kBlogPruning;
extern const Section kBlogExtensions;

// KEP 24, now 2332, "Pruning for Custom Resources".
extern const Section kPruningPolymorphicFields;

// KEP 1027, "Union types".
extern const Section kUnionsGoTags;
extern const Section kUnionsOpenApi;
extern const Section kUnionsDiscriminator;

// Kubernetes' documentation.
extern const Section kDocsStructuralSchema;
extern const Section kDocsValidation;
extern const Section kDocsValidationRules;
extern const Section kDocsRuleCost;
extern const Section kDocsTransitionRules;
extern const Section kDocsFieldValidation;
extern const Section kDocsDeprecation;
extern const Section kDocsCreate;
extern const Section kDocsVersions;
extern const Section kDocsColumns;
extern const Section kDocsSubresources;
extern const Section kDocsScale;
extern const Section kDocsSelectableFields;
extern const Section kDocsDefaulting;
extern const Section kDocsMerge;

// KEP 2337, "k8s.io Group Protection".
extern const Section kGroupProtection;

// Static storage throughout.
struct Rule {
  std::string_view id;    // stable, lower case with dashes: users filter and suppress by it
  std::string_view what;  // what it demands, in a sentence
  std::string_view why;   // why the schema is worse off otherwise, in a sentence or two
  std::string_view fix;   // what to do about it
  const Section* section = nullptr;  // null: nobody else demands it
};

}  // namespace structural::rules
