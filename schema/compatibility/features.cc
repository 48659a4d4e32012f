#include "schema/compatibility/features.h"

#include "schema/compatibility/walk.h"
#include "schema/kubernetes/violation_budget.h"
#include "schema/rules/unsupported.h"

namespace structural::compatibility {
namespace {

using kubernetes::FieldPath;
using kubernetes::Violation;
using model::JSONSchemaProps;

bool UsesExtension(const JSONSchemaProps& schema, const FieldPath&) {
  return schema.x_embedded_resource || schema.x_preserve_unknown_fields || schema.x_int_or_string ||
         !schema.rare->x_list_map_keys.empty() || schema.rare->x_list_type ||
         !schema.rare->x_validations.empty();
}

std::string_view RuleOf(std::string_view keyword) { return rules::FindUnsupported(keyword)->id; }

void AddUnsupported(std::string_view keyword, const FieldPath& path, std::vector<Violation>& to) {
  to.push_back(kubernetes::Forbidden(RuleOf(keyword), path.Child(keyword),
                                     std::string(keyword) + " is not supported"));
}

void AddRare(const model::RareKeywords& rare, const FieldPath& path, std::vector<Violation>& to) {
  if (!rare.id.empty()) AddUnsupported("id", path, to);
  if (rare.additional_items != nullptr) AddUnsupported("additionalItems", path, to);
  if (!rare.pattern_properties.empty()) AddUnsupported("patternProperties", path, to);
  if (!rare.definitions.empty()) AddUnsupported("definitions", path, to);
  if (!rare.dependencies.absent()) AddUnsupported("dependencies", path, to);
  if (rare.ref) AddUnsupported("$ref", path, to);
}

void AddKeywords(const JSONSchemaProps& schema, const FieldPath& path, std::vector<Violation>& to) {
  if (schema.rare != &model::kNoRareKeywords) AddRare(*schema.rare, path, to);
  if (schema.items != nullptr && !schema.items->schemas.empty()) {
    to.push_back(kubernetes::Forbidden(RuleOf("items"), path.Child("items"),
                                       "items must be a schema object and not an array"));
  }
  if (schema.x_preserve_unknown_fields == false) {
    constexpr std::string_view kKeyword = "x-kubernetes-preserve-unknown-fields";
    to.push_back(kubernetes::InvalidFalse(RuleOf(kKeyword), path.Child(kKeyword),
                                          "must be true or undefined"));
  }
}

}  // namespace

bool HasDefaults(const JSONSchemaProps& schema) {
  return Any(schema, FieldPath(""), Reach::kEverywhere,
             [](const JSONSchemaProps& at, const FieldPath&) {
               return !at.values->default_value.empty();
             });
}

bool HasExtensions(const JSONSchemaProps& schema) {
  return Any(schema, FieldPath(""), Reach::kEverywhere, UsesExtension);
}

std::vector<Violation> UnsupportedKeywords(const JSONSchemaProps& schema, const FieldPath& path) {
  std::vector<Violation> found;
  kubernetes::ViolationBudget budget(found);
  Any(schema, path, Reach::kValidated, [&](const JSONSchemaProps& at, const FieldPath& where) {
    AddKeywords(at, where, found);
    return budget.exhausted();
  });
  return found;
}

}  // namespace structural::compatibility
