// Section: where it is written what a rule demands.
#pragma once

#include <string_view>

namespace structural::rules {

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
extern const Section kDocsFieldValidation;
extern const Section kDocsDeprecation;

}  // namespace structural::rules
