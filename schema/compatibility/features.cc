#include "schema/compatibility/features.h"

#include "schema/base/enough.h"
#include "schema/compatibility/walk.h"
#include "schema/rules/catalog.h"

namespace structural::compatibility {
namespace {

using base::FieldPath;
using base::Violation;
using model::JSONSchemaProps;

bool UsesExtension(const JSONSchemaProps& schema, const FieldPath&) {
  return schema.x_embedded_resource || schema.x_preserve_unknown_fields || schema.x_int_or_string ||
         !schema.rare->x_list_map_keys.empty() || schema.rare->x_list_type ||
         !schema.rare->x_validations.empty();
}

void AddUnsupported(const rules::UnsupportedRule& rule, const FieldPath& path,
                    std::vector<Violation>& to) {
  to.push_back(base::Forbidden(rule.id, path.Child(rule.keyword),
                               std::string(rule.keyword) + " is not supported"));
}

void AddRare(const model::RareKeywords& rare, const FieldPath& path, std::vector<Violation>& to) {
  if (!rare.id.empty()) AddUnsupported(rules::kUnsupportedId, path, to);
  if (rare.additional_items != nullptr)
    AddUnsupported(rules::kUnsupportedAdditionalItems, path, to);
  if (!rare.pattern_properties.empty())
    AddUnsupported(rules::kUnsupportedPatternProperties, path, to);
  if (!rare.definitions.empty()) AddUnsupported(rules::kUnsupportedDefinitions, path, to);
  if (!rare.dependencies.absent()) AddUnsupported(rules::kUnsupportedDependencies, path, to);
  if (rare.ref) AddUnsupported(rules::kUnsupportedRef, path, to);
}

void AddKeywords(const JSONSchemaProps& schema, const FieldPath& path, std::vector<Violation>& to) {
  if (schema.rare != &model::kNoRareKeywords) AddRare(*schema.rare, path, to);
  if (schema.items != nullptr && !schema.items->schemas.empty()) {
    to.push_back(base::Forbidden(rules::kUnsupportedItemsArray.id, path.Child("items"),
                                 "items must be a schema object and not an array"));
  }
  if (schema.x_preserve_unknown_fields == false) {
    const FieldPath at = path.Child("x-kubernetes-preserve-unknown-fields");
    to.push_back(base::InvalidFalse(rules::kUnsupportedPreserveUnknownFieldsFalse.id, at,
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
  base::Enough enough(found);
  Any(schema, path, Reach::kValidated, [&](const JSONSchemaProps& at, const FieldPath& where) {
    AddKeywords(at, where, found);
    return enough();
  });
  return found;
}

}  // namespace structural::compatibility
