// The checks of --strict, one function for each rule, and the traversal of schemas for them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/report/rules/strict/strict.h"
#include "document/tree.h"

namespace structural::rules {

// PathText: the path of the current node of a traversal.
class PathText {
 public:
  PathText() = default;
  explicit PathText(std::string root) : text_(std::move(root)) {}

  const std::string& text() const { return text_; }

  // Appends `name`, such as ".items", to the path, calls `work`, and removes `name` from the path.
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

// Returns the schema in spec.validation and those in the versions, as far as they exist.
std::vector<SchemaRoot> SchemaRoots(const document::Tree& tree);

// A schema, which is a JSON object, at a visit of ForEachSchema. Valid only during the visit.
struct VisitedSchema {
  const document::Tree& tree;
  document::Tree::Node node;
  // If `node` is inside of allOf, anyOf, oneOf or not: the schema of the same value that is outside of them; kNone if
  // it does not exist. Otherwise `node` itself.
  document::Tree::Node structural_schema;
  const std::string& path;
};

// Calls `visit` for the root and each schema below it, including those in allOf, anyOf, oneOf and not. The recursion is
// bounded, because the decoder of CRDs limits the depth of a CRD.
void ForEachSchema(const document::Tree& tree, const SchemaRoot& root,
                   const std::function<void(const VisitedSchema&)>& visit);

// Checks the rule ineffective-keyword: each keyword of the schema has an effect on values of the schema's type.
void CheckIneffectiveKeywords(const VisitedSchema& at, std::vector<StrictFinding>& found);

// Checks the rule mistyped-value: the values in enum and default have the schema's type.
void CheckMistypedValues(const VisitedSchema& at, std::vector<StrictFinding>& found);

// Checks the rule one-structure: a schema specifies only one of an object, a map and a list.
void CheckOneStructure(const VisitedSchema& at, std::vector<StrictFinding>& found);

// Checks the rule unknown-format: the API server knows the format; it ignores other formats.
void CheckUnknownFormat(const VisitedSchema& at, std::vector<StrictFinding>& found);

// Checks the rule object-polymorphism, which is Restriction 1 of the pruning KEP: all schemas of a value together
// specify an object with properties or a map with additionalProperties, not both. Does not report a single schema with
// both keywords, because one-structure reports it.
void CheckObjectPolymorphism(const document::Tree& tree, const SchemaRoot& root, std::vector<StrictFinding>& found);

// Checks the rule nested-completeness: fields that are specified in allOf, anyOf, oneOf or not are also specified
// outside of them. The API server checks this only for fields of the root; KEP 2335 requires it for all fields.
void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found);

// Finds fields, anywhere in a CRD, that the API server does not know. Reports each field for the first rule that
// applies, in the order nested-read-only, ignored-keyword, v1beta1-field and unknown-field.
void CheckFields(const document::Tree& tree, crd::ApiVersion version, std::vector<StrictFinding>& found);

}  // namespace structural::rules
