// Functions that visit all schemas inside a schema, in all keywords. The schema need not be structural.
//
// Upstream: apis/apiextensions/validation/validation.go SchemaHas,
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
#pragma once

#include <functional>
#include <string_view>

#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/violation.h"

namespace structural::validate {

// The keyword of a schema that contains another schema. Visits depends on the order of the enumerators.
enum class Keyword : char {
  kProperties,
  kAdditionalProperties,
  kItems,
  kItemsList,    // `items` whose value is a list of schemas
  kComposition,  // a branch of allOf, anyOf, oneOf or not
  kDefinitions,
  kDependencies,
  kPatternProperties,
  kAdditionalItems,
};

// A schema directly inside another schema. All referenced objects must outlive it. `path` is on the stack of the
// function that calls `visit`.
struct Child {
  const crd::JSONSchemaProps& schema;
  const kubernetes::FieldPath& path;
  Keyword keyword;
  std::string_view key;  // the schema's key in a map of schemas, such as properties; empty in other keywords
};

// The schemas directly inside a schema. VisitUntil calls visit(child) for each of them, until a call returns true. It
// returns true if a call returned true.
template <typename Visit>
class Children {
 public:
  Children(const kubernetes::FieldPath& path, Visit visit) : path_(path), visit_(visit) {}

  bool VisitUntil(const crd::JSONSchemaProps& schema) const {
    return VisitFields(schema) || VisitComposition(*schema.values) ||
           (schema.rare != &crd::kNoRareKeywords && VisitRareKeywords(*schema.rare));
  }

 private:
  bool VisitOne(const crd::JSONSchemaProps* schema, Keyword keyword, std::string_view name) const {
    return schema != nullptr && visit_(Child{*schema, path_.Child(name), keyword, {}});
  }

  bool VisitList(crd::List<crd::JSONSchemaProps> list, Keyword keyword, std::string_view name) const {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (visit_(Child{*list[i], path_.Child(name, i), keyword, {}})) return true;
    }
    return false;
  }

  bool VisitMap(const crd::Map<crd::JSONSchemaProps>& map, Keyword keyword, std::string_view name) const {
    for (const auto& [key, schema] : map) {
      if (visit_(Child{*schema, path_.Child(name, key), keyword, key})) return true;
    }
    return false;
  }

  bool VisitFields(const crd::JSONSchemaProps& schema) const {
    if (VisitMap(schema.properties, Keyword::kProperties, "properties")) return true;
    const auto* more = schema.additional_properties;
    if (more != nullptr && VisitOne(more->schema, Keyword::kAdditionalProperties, "additionalProperties")) return true;
    if (schema.items == nullptr) return false;
    return VisitOne(schema.items->schema, Keyword::kItems, "items") ||
           VisitList(schema.items->schemas, Keyword::kItemsList, "items");
  }

  bool VisitComposition(const crd::ValueKeywords& values) const {
    return VisitList(values.all_of, Keyword::kComposition, "allOf") ||
           VisitList(values.any_of, Keyword::kComposition, "anyOf") ||
           VisitList(values.one_of, Keyword::kComposition, "oneOf") ||
           VisitOne(values.not_schema, Keyword::kComposition, "not");
  }

  bool VisitRareKeywords(const crd::RareKeywords& rare) const {
    if (VisitMap(rare.definitions, Keyword::kDefinitions, "definitions")) return true;
    for (const auto& [key, dependency] : rare.dependencies) {
      if (dependency->schema == nullptr) continue;
      if (visit_(Child{*dependency->schema, path_.Child("dependencies", key), Keyword::kDependencies, key}))
        return true;
    }
    if (VisitMap(rare.pattern_properties, Keyword::kPatternProperties, "patternProperties")) return true;
    return rare.additional_items != nullptr &&
           VisitOne(rare.additional_items->schema, Keyword::kAdditionalItems, "additionalItems");
  }

  const kubernetes::FieldPath& path_;
  Visit visit_;
};

// Calls visit(child) like Children::VisitUntil.
template <typename Visit>
bool AnyChild(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path, Visit visit) {
  return Children<Visit>(path, visit).VisitUntil(schema);
}

// The schemas that a visit includes.
enum class VisitedSchemas {
  kEverywhere,  // all schemas that Kubernetes searches for features; upstream: SchemaHas
  kValidated,   // all schemas that Kubernetes validates; upstream: ValidateCustomResourceDefinitionOpenAPISchema
  kStructural,  // only schemas in keywords that a structural schema can have
};

// Whether a visit of `schemas` includes the schemas in the keyword.
constexpr bool Visits(VisitedSchemas schemas, Keyword keyword) {
  if (schemas == VisitedSchemas::kEverywhere) return true;
  if (schemas == VisitedSchemas::kStructural) return keyword < Keyword::kDefinitions && keyword != Keyword::kItemsList;
  return keyword < Keyword::kPatternProperties;
}

using Visit = std::function<bool(const crd::JSONSchemaProps&, const kubernetes::FieldPath&)>;

// Calls visit(schema, path) for the schema and all schemas inside it, until a call returns true. Returns true if a call
// returned true.
bool VisitUntil(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path, VisitedSchemas schemas,
                const Visit& visit);

}  // namespace structural::validate
