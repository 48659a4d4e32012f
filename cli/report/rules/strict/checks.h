// The rules of --strict. Each has a source in this folder with a function that adds its findings.
#pragma once

#include <vector>

#include "cli/report/rules/strict/schemas.h"
#include "cli/report/rules/strict/strict.h"

namespace structural::rules {

// ineffective-keyword: a keyword that no value can violate.
void CheckIneffectiveKeywords(const SchemaAt& at, std::vector<StrictFinding>& found);

// mistyped-value: a value in enum or default with another type than the schema's.
void CheckMistypedValues(const SchemaAt& at, std::vector<StrictFinding>& found);

// one-structure: a schema is an object, a map or a list.
void CheckOneStructure(const SchemaAt& at, std::vector<StrictFinding>& found);

// unknown-format: a format that the API server does not know, and therefore ignores.
void CheckUnknownFormat(const SchemaAt& at, std::vector<StrictFinding>& found);

// object-polymorphism: Restriction 1 of the pruning KEP: a value is an object with properties or a
// map with additionalProperties, not both. A single schema that has both keywords is reported by
// one-structure.
void CheckObjectPolymorphism(const document::Tree& tree, const SchemaRoot& root, std::vector<StrictFinding>& found);

// nested-completeness: fields in allOf, anyOf, oneOf and not are specified outside of them, too.
// The API server checks this only for the root; the proposal requires it for every field.
void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found);

// Unknown fields of the API, anywhere in a CRD. Each is reported by the first rule that applies, of
// nested-read-only, ignored-keyword, v1beta1-field and unknown-field.
void CheckFields(const document::Tree& tree, crd::ApiVersion version, std::vector<StrictFinding>& found);

}  // namespace structural::rules
