// Structural: the restricted form of a schema that the KEP defines. Types and fields are specified outside of allOf,
// anyOf, oneOf and not, which can only restrict values.
//
// Separate fields contain the parts that the KEP forbids. A schema is not structural if one of these fields is not
// zero. Plain data in an Arena. Immutable, so threads can share a Structural.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Formal Definition.
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/structural.go (v0.37.2).
#pragma once

#include <algorithm>
#include <bit>
#include <string_view>

#include "schema/base/sorted.h"
#include "schema/crd/model/json_schema_props.h"

namespace structural::crd {

struct Structural;
struct NestedValueValidation;

struct StructuralOrBool {
  const Structural* structural = nullptr;
  bool allows = false;
};

// Fields of Generic that few schemas have. They are separate to save memory.
struct SchemaAnnotations {
  std::string_view title;
  const ExternalDocumentation* external_docs = nullptr;
  JsonText example;
};

inline constexpr SchemaAnnotations kNoSchemaAnnotations;

// Schema fields that are not allowed inside allOf, anyOf, oneOf and not.
struct Generic {
  UndecodedText description;
  std::string_view type;
  JsonText default_value;
  const SchemaAnnotations* annotations = &kNoSchemaAnnotations;  // never null
  bool nullable = false;
};

// The x-kubernetes-… extensions that describe the structure of a value.
struct Extensions {
  bool x_preserve_unknown_fields = false;
  bool x_embedded_resource = false;
  bool x_int_or_string = false;
  std::span<const std::string_view> x_list_map_keys;
  std::optional<std::string_view> x_list_type;
  std::optional<std::string_view> x_map_type;
};

inline constexpr Extensions kNoExtensions;

// Schema fields that only restrict values, and do not contribute to the structure.
struct ValueValidation : Limits {
  std::string_view format;
  std::string_view pattern;
  std::span<const JsonText> enumeration;
  std::span<const std::string_view> required;
  List<NestedValueValidation> all_of;
  List<NestedValueValidation> one_of;
  List<NestedValueValidation> any_of;
  const NestedValueValidation* not_schema = nullptr;
};

inline constexpr ValueValidation kNoValueValidation;

// A value validation within allOf, anyOf, oneOf or not. If forbidden_generics, forbidden_extensions or x_validations is
// set, the schema is not structural, except in the two int-or-string patterns, which may have types.
struct NestedValueValidation {
  const ValueValidation* value_validation = &kNoValueValidation;  // never null
  const NestedValueValidation* items = nullptr;
  Map<NestedValueValidation> properties;
  const NestedValueValidation* additional_properties = nullptr;

  Generic forbidden_generics;
  const Extensions* forbidden_extensions = &kNoExtensions;  // never null
  List<ValidationRule> x_validations;
};

struct Structural {
  const Structural* items = nullptr;
  Map<Structural> properties;
  const StructuralOrBool* additional_properties = nullptr;
  Generic generic;
  const Extensions* extensions = &kNoExtensions;  // never null
  List<ValidationRule> x_validations;
  const ValueValidation* value_validation = &kNoValueValidation;  // never null
  // true: neither the schema nor any schema inside it has a default, so defaulting skips it; false: unknown
  bool without_defaults = false;
};

// Whether no field is set, like Go's reflect.DeepEqual with the zero value.
bool IsZero(const SchemaAnnotations& annotations);
bool IsZero(const Generic& generic);
bool IsZero(const Extensions& extensions);
bool IsZero(const ValueValidation& validation);

// Whether the list is exactly [{type: integer}, {type: string}], the only anyOf that may have types.
//
// Upstream: schema/validation.go intOrStringAnyOf, compared by reflect.DeepEqual (v0.37.2).
bool IsIntOrString(List<NestedValueValidation> any_of);

// Finds the schemas of an object's fields, whose keys must be in ascending order. With the keys of an object, all calls
// together cost at most one search in the longer of the two lists, keys and properties, for each element of the shorter
// one.
class PropertyCursor {
 public:
  explicit PropertyCursor(const Map<Structural>& map) : at_(map.begin()), end_(map.end()) {}

  // Returns the schema of a field; nullptr if `key` is not a property. Precondition: `key` is not less than the key of
  // the previous call.
  const Structural* Find(std::string_view key) {
    at_ = base::LowerBoundFrom(at_, end_, key, [](const auto& entry) { return entry.key; });
    return at_ != end_ && at_->key == key ? at_->value : nullptr;
  }

 private:
  decltype(Map<Structural>().begin()) at_, end_;
};

// Returns the schema for keys that are not properties (additionalProperties); nullptr if the schema has none.
inline const Structural* AdditionalPropertiesOf(const Structural& schema) {
  const auto* additional = schema.additional_properties;
  return additional == nullptr ? nullptr : additional->structural;
}

// Fields that every resource has, even if its schema does not specify them.
inline constexpr std::string_view kMetaFields[] = {"apiVersion", "kind", "metadata"};

inline bool IsMetaField(std::string_view key) { return std::ranges::find(kMetaFields, key) != std::end(kMetaFields); }

// Whether values of the schema are whole Kubernetes objects: `root` is true, or the schema has
// x-kubernetes-embedded-resource. `root`: whether it is the root schema of a version. `schema` may be null.
inline bool IsResource(const Structural* schema, bool root) {
  return root || (schema != nullptr && schema->extensions->x_embedded_resource);
}

}  // namespace structural::crd
