// The rules of --strict: each is a source in this folder, and its function adds what it finds.
#pragma once

#include <vector>

#include "cli/rules/strict/schemas.h"
#include "cli/rules/strict/strict.h"

namespace structural::lint_rules {

// ineffective-keyword: a keyword that nothing can break.
void CheckIneffectiveKeywords(const SchemaAt& at, std::vector<StrictFinding>& found);

// mistyped-value: a value in enum or default that is of another type than the schema's.
void CheckMistypedValues(const SchemaAt& at, std::vector<StrictFinding>& found);

// one-structure: a schema is an object, a map or a list.
void CheckOneStructure(const SchemaAt& at, std::vector<StrictFinding>& found);

// unknown-format: a format that the API server does not know, it ignores.
void CheckUnknownFormat(const SchemaAt& at, std::vector<StrictFinding>& found);

// object-polymorphism: Restriction 1 of the pruning KEP. Where one schema has both at once,
// one-structure says so.
void CheckObjectPolymorphism(const document::Tree& tree, const SchemaRoot& root,
                             std::vector<StrictFinding>& found);

// nested-completeness: what the API server checks of the root, the proposal asks of every field.
void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found);

// Fields that the API does not have, anywhere in a CRD. Each is judged by the first of
// nested-read-only, ignored-keyword, v1beta1-field and unknown-field that it is a case of.
void CheckFields(const document::Tree& tree, crd::ApiVersion version,
                 std::vector<StrictFinding>& found);

}  // namespace structural::lint_rules
