// The rules of --strict, and the traversal of the schemas that they check.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/report/rules/strict/strict.h"
#include "document/tree.h"

namespace structural::rules {

// The path of the current node of a traversal.
class PathText {
 public:
  PathText() = default;
  explicit PathText(std::string root) : text_(std::move(root)) {}

  const std::string& text() const { return text_; }

  // Appends the name of a part to the path, calls `work`, and removes the name.
  template <typename Do>
  void In(std::string_view name, Do&& work) {
    const std::size_t size = text_.size();
    text_ += name;
    work();
    text_.resize(size);
  }

 private:
  std::string text_;
};

// An openAPIV3Schema in a CRD, and its path.
struct SchemaRoot {
  document::Tree::Node node;
  std::string path;
};

// Returns the schemas of spec.validation, and of each version that has one.
std::vector<SchemaRoot> SchemaRoots(const document::Tree& tree);

// The visited schema, which is a JSON object. Valid during the visit.
struct VisitedSchema {
  const document::Tree& tree;
  document::Tree::Node node;
  // The schema for the same value outside of allOf, anyOf, oneOf and not: equal to `node`, if
  // `node` is outside of them, too. kNone: the value has no such schema.
  document::Tree::Node structural;
  const std::string& path;
};

// Visits the root and every schema below it, also those in allOf, anyOf, oneOf and not. The decoder
// of CRDs limits the depth.
void ForEachSchema(const document::Tree& tree, const SchemaRoot& root,
                   const std::function<void(const VisitedSchema&)>& visit);

// ineffective-keyword: a keyword that no value can violate.
void CheckIneffectiveKeywords(const VisitedSchema& at, std::vector<StrictFinding>& found);

// mistyped-value: a value in enum or default with another type than the schema's.
void CheckMistypedValues(const VisitedSchema& at, std::vector<StrictFinding>& found);

// one-structure: a schema is an object, a map or a list.
void CheckOneStructure(const VisitedSchema& at, std::vector<StrictFinding>& found);

// unknown-format: a format that the API server does not know, and therefore ignores.
void CheckUnknownFormat(const VisitedSchema& at, std::vector<StrictFinding>& found);

// object-polymorphism: Restriction 1 of the pruning KEP: a value is an object with properties or a
// map with additionalProperties, not both. A single schema that has both keywords is reported by
// one-structure.
void CheckObjectPolymorphism(const document::Tree& tree, const SchemaRoot& root, std::vector<StrictFinding>& found);

// nested-completeness: fields in allOf, anyOf, oneOf and not are specified outside of them, too.
// The API server checks this only for the root; the proposal requires it for every field.
void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found);

// Finds unknown fields of the API, anywhere in a CRD. Each field is reported by the first rule that applies, in the
// order nested-read-only, ignored-keyword, v1beta1-field and unknown-field.
void CheckFields(const document::Tree& tree, crd::ApiVersion version, std::vector<StrictFinding>& found);

}  // namespace structural::rules
