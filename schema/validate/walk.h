// Visits of all schemas inside a schema that need not be structural, in all keywords.
//
// Upstream: apis/apiextensions/validation/validation.go SchemaHas,
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
#pragma once

#include <functional>
#include <string_view>

#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/violation.h"

namespace structural::validate {

// The keyword that contains a schema. Reaches depends on the order.
enum class Keyword : char {
  kProperties,
  kAdditionalProperties,
  kItems,
  kItemsList,    // a schema in a list of schemas
  kComposition,  // a branch of allOf, anyOf, oneOf or not
  kDefinitions,
  kDependencies,
  kPatternProperties,
  kAdditionalItems,
};

// A schema directly inside another one. Refers to objects that must outlive it; `path` is on the caller's stack.
struct Child {
  const crd::JSONSchemaProps& schema;
  const kubernetes::FieldPath& path;
  Keyword under;
  std::string_view key;  // in properties and other maps of schemas: the key; else empty
};

// Calls visit(child) for each child until a call returns true. Returns whether one did.
template <typename Visit>
class Children {
 public:
  Children(const kubernetes::FieldPath& path, Visit visit) : path_(path), visit_(visit) {}

  bool Any(const crd::JSONSchemaProps& schema) const {
    return InFields(schema) || InJunctors(*schema.values) ||
           (schema.rare != &crd::kNoRareKeywords && InRare(*schema.rare));
  }

 private:
  bool One(const crd::JSONSchemaProps* schema, Keyword under, std::string_view name) const {
    return schema != nullptr && visit_(Child{*schema, path_.Child(name), under, {}});
  }

  bool InList(crd::List<crd::JSONSchemaProps> list, Keyword under, std::string_view name) const {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (visit_(Child{*list[i], path_.Child(name, i), under, {}})) return true;
    }
    return false;
  }

  bool InMap(const crd::Map<crd::JSONSchemaProps>& map, Keyword under, std::string_view name) const {
    for (const auto& [key, schema] : map) {
      if (visit_(Child{*schema, path_.Child(name, key), under, key})) return true;
    }
    return false;
  }

  bool InFields(const crd::JSONSchemaProps& schema) const {
    if (InMap(schema.properties, Keyword::kProperties, "properties")) return true;
    const auto* more = schema.additional_properties;
    if (more != nullptr && One(more->schema, Keyword::kAdditionalProperties, "additionalProperties")) return true;
    if (schema.items == nullptr) return false;
    return One(schema.items->schema, Keyword::kItems, "items") ||
           InList(schema.items->schemas, Keyword::kItemsList, "items");
  }

  bool InJunctors(const crd::ValueKeywords& values) const {
    return InList(values.all_of, Keyword::kComposition, "allOf") ||
           InList(values.any_of, Keyword::kComposition, "anyOf") ||
           InList(values.one_of, Keyword::kComposition, "oneOf") ||
           One(values.not_schema, Keyword::kComposition, "not");
  }

  bool InRare(const crd::RareKeywords& rare) const {
    if (InMap(rare.definitions, Keyword::kDefinitions, "definitions")) return true;
    for (const auto& [key, dependency] : rare.dependencies) {
      if (dependency->schema == nullptr) continue;
      if (visit_(Child{*dependency->schema, path_.Child("dependencies", key), Keyword::kDependencies, key}))
        return true;
    }
    if (InMap(rare.pattern_properties, Keyword::kPatternProperties, "patternProperties")) return true;
    return rare.additional_items != nullptr &&
           One(rare.additional_items->schema, Keyword::kAdditionalItems, "additionalItems");
  }

  const kubernetes::FieldPath& path_;
  Visit visit_;
};

template <typename Visit>
bool AnyChild(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path, Visit visit) {
  return Children<Visit>(path, visit).Any(schema);
}

// The schemas that a visit includes.
enum class Reach {
  kEverywhere,  // all schemas that Kubernetes searches for features; upstream: SchemaHas
  kValidated,   // all schemas that Kubernetes validates; upstream: ValidateCustomResourceDefinitionOpenAPISchema
  kStructural,  // only the schemas of a structural schema
};

constexpr bool Reaches(Reach reach, Keyword under) {
  if (reach == Reach::kEverywhere) return true;
  if (reach == Reach::kStructural) return under < Keyword::kDefinitions && under != Keyword::kItemsList;
  return under < Keyword::kPatternProperties;
}

using Visit = std::function<bool(const crd::JSONSchemaProps&, const kubernetes::FieldPath&)>;

// Calls `visit` for the schema and all schemas inside it until a call returns true. Returns whether one did.
bool Any(const crd::JSONSchemaProps& schema, const kubernetes::FieldPath& path, Reach reach, const Visit& visit);

}  // namespace structural::validate
