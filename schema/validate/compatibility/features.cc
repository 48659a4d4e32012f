#include "schema/validate/compatibility/features.h"

#include "schema/crd/rules/catalog.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/walk.h"

namespace structural::compatibility {
namespace {

using crd::JSONSchemaProps;
using kubernetes::FieldPath;
using kubernetes::Violation;

std::string_view RuleOf(std::string_view keyword) { return crd::FindUnsupported(keyword)->id; }

void AddUnsupported(std::string_view keyword, const FieldPath& path, std::vector<Violation>& to) {
  to.push_back(kubernetes::Forbidden(RuleOf(keyword), path.Child(keyword), std::string(keyword) + " is not supported"));
}

void AddRare(const crd::RareKeywords& rare, const FieldPath& path, std::vector<Violation>& to) {
  if (!rare.id.empty()) AddUnsupported("id", path, to);
  if (rare.additional_items != nullptr) AddUnsupported("additionalItems", path, to);
  if (!rare.pattern_properties.empty()) AddUnsupported("patternProperties", path, to);
  if (!rare.definitions.empty()) AddUnsupported("definitions", path, to);
  if (!rare.dependencies.absent()) AddUnsupported("dependencies", path, to);
  if (rare.ref) AddUnsupported("$ref", path, to);
}

void AddKeywords(const JSONSchemaProps& schema, const FieldPath& path, std::vector<Violation>& to) {
  if (schema.rare != &crd::kNoRareKeywords) AddRare(*schema.rare, path, to);
  if (schema.items != nullptr && !schema.items->schemas.empty()) {
    to.push_back(
        kubernetes::Forbidden(RuleOf("items"), path.Child("items"), "items must be a schema object and not an array"));
  }
  if (schema.x_preserve_unknown_fields == false) {
    constexpr std::string_view kKeyword = "x-kubernetes-preserve-unknown-fields";
    to.push_back(kubernetes::InvalidFalse(RuleOf(kKeyword), path.Child(kKeyword), "must be true or undefined"));
  }
}

}  // namespace

std::vector<Violation> UnsupportedKeywords(const JSONSchemaProps& schema, const FieldPath& path) {
  std::vector<Violation> found;
  kubernetes::ViolationBudget budget(found);
  validate::Any(schema, path, validate::Reach::kValidated, [&](const JSONSchemaProps& at, const FieldPath& where) {
    AddKeywords(at, where, found);
    return budget.exhausted();
  });
  return found;
}

}  // namespace structural::compatibility
