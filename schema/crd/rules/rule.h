// Rule: describes a requirement on schemas: id, text, reason, fix, and the document that contains the requirement.
// catalog.h lists all rules.
#pragma once

#include <string_view>

namespace structural::crd {

// The section of a document that contains a requirement. All strings have static storage.
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

// KEP 2332 (formerly KEP 24), "Pruning for Custom Resources".
extern const Section kPruningPolymorphicFields;

// KEP 1027, "Union types".
extern const Section kUnionsGoTags;
extern const Section kUnionsOpenApi;
extern const Section kUnionsDiscriminator;

// Sections of Kubernetes' documentation.
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

// A rule with the texts that users see. All strings have static storage.
struct Rule {
  std::string_view id;               // stable, in lower case with dashes; users select and suppress violations by it
  std::string_view what;             // the requirement: one sentence
  std::string_view why;              // the consequences of a violation: one or two sentences
  std::string_view fix;              // how to repair a violation
  const Section* section = nullptr;  // null: no document, only this project contains the requirement
};

}  // namespace structural::crd
