// Upstream: apis/apiextensions/validation/validation.go specStandardValidatorV3.validate, and the errors about single
// keywords in ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/model/structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/objects/default_values.h"
#include "schema/validate/checks.h"
#include "schema/validate/expressions.h"
#include "schema/validate/features.h"
#include "schema/validate/printed.h"
#include "schema/validate/schema_node.h"
#include "schema/validate/unread.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

void ForbiddenKeyword(const SchemaNode& at, std::string_view keyword, std::string_view detail) {
  at.in.errors.Add(kubernetes::Forbidden(kKeywords, at.path.Child(keyword), detail));
}

void UnsupportedKeyword(const SchemaNode& at, std::string_view keyword) {
  ForbiddenKeyword(at, keyword, std::string(keyword) + " is not supported");
}

void UnsupportedKeywords(const SchemaNode& at) {
  const crd::RareKeywords& rare = *at.schema.rare;
  if (!rare.id.empty()) UnsupportedKeyword(at, "id");
  if (rare.additional_items != nullptr) UnsupportedKeyword(at, "additionalItems");
  if (!rare.pattern_properties.empty()) UnsupportedKeyword(at, "patternProperties");
  if (!rare.definitions.empty()) UnsupportedKeyword(at, "definitions");
  if (!rare.dependencies.absent()) UnsupportedKeyword(at, "dependencies");
  if (rare.ref) UnsupportedKeyword(at, "$ref");
}

void Standard(const SchemaNode& at) {
  const std::string_view type = at.schema.type;
  if (at.in.options.require_valid_property_type && !type.empty() && !IsOpenApiType(type)) {
    at.in.errors.Add(kubernetes::NotSupported(kKeywords, at.path.Child("type"), type,
                                              R"("array", "boolean", "integer", "number", "object", "string")"));
  }
  if (!at.schema.values->default_value.empty() && !at.inherited.no_defaults_reason.empty()) {
    ForbiddenKeyword(at, "default", "must not be set " + std::string(at.inherited.no_defaults_reason));
  }
  UnsupportedKeywords(at);
  if (type == "null") ForbiddenKeyword(at, "type", "type cannot be set to null, use nullable as an alternative");
  if (at.schema.items != nullptr && !at.schema.items->schemas.empty())
    ForbiddenKeyword(at, "items", "items must be a schema object and not an array");
  if (at.inherited.inside_meta && at.schema.x_embedded_resource) {
    ForbiddenKeyword(at, "x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  }
}

}  // namespace

InheritedContext InheritedContext::InsideMeta(std::string_view at_top) const {
  std::string_view reason = no_defaults_reason;
  if (at_top == "metadata") reason = "in top-level metadata";
  if (at_top == "kind") reason = "in top-level kind";
  if (at_top == "apiVersion") reason = "in top-level apiVersion";
  return {reason, true, inside_composition, uncorrelatable};
}

void CheckKeywords(const SchemaNode& at) {
  Standard(at);
  if (at.schema.rare->unique_items) {
    ForbiddenKeyword(at, "uniqueItems",
                     "uniqueItems cannot be set to true since the runtime complexity becomes "
                     "quadratic");
  }
  const auto* more = at.schema.additional_properties;
  if (more != nullptr && !at.schema.properties.empty() && (!more->allows || more->schema != nullptr)) {
    ForbiddenKeyword(at, "additionalProperties", "additionalProperties and properties are mutual exclusive");
  }
  const Options& options = at.in.options;
  const bool structural_without_false =
      options.require_structural_schema && options.release.Has(Feature::kNestedAdditionalPropertiesCheck);
  if (structural_without_false && at.inherited.inside_composition && more != nullptr && !more->allows &&
      more->schema == nullptr)
    ForbiddenKeyword(at, "additionalProperties", "must be undefined to be structural");
  if (at.schema.x_preserve_unknown_fields == false) {
    at.in.errors.Add(kubernetes::InvalidFalse(kKeywords, at.path.Child("x-kubernetes-preserve-unknown-fields"),
                                              "must be true or undefined"));
  }
}

void CheckNode(const SchemaNode& at) {
  CheckKeywords(at);
  CheckListType(at);
  if (at.in.options.require_map_list_keys_map_set_validation) CheckMapListKeysMapSet(at);
  CheckValidationRules(at);
}

namespace {

// The checks of list types and map types in a schema.
//
// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema, on x-kubernetes-map-type, x-kubernetes-list-type
// and x-kubernetes-list-map-keys; hasNonAtomicSetType (v0.37.2).

using crd::JSONSchemaProps;

constexpr std::string_view kListTypeKey = "x-kubernetes-list-type";
constexpr std::string_view kMapTypeKey = "x-kubernetes-map-type";
constexpr std::string_view kListMapKeys = "x-kubernetes-list-map-keys";

void WrongType(const SchemaNode& at, std::string_view rule, std::string_view detail) {
  const FieldPath path = at.path.Child("type");
  if (at.schema.type.empty()) {
    at.in.errors.Add(kubernetes::Required(rule, path, detail));
  } else {
    at.in.errors.Add(kubernetes::Invalid(rule, path, at.schema.type, detail));
  }
}

void MapType(const SchemaNode& at, std::string_view map_type) {
  if (at.schema.type != "object") WrongType(at, kMapType, "must be object if x-kubernetes-map-type is specified");
  if (map_type != "atomic" && map_type != "granular") {
    at.in.errors.Add(
        kubernetes::NotSupported(kMapType, at.path.Child(kMapTypeKey), map_type, R"("atomic", "granular")"));
  }
}

const JSONSchemaProps* ItemsOf(const JSONSchemaProps& schema) {
  return schema.items == nullptr ? nullptr : schema.items->schema;
}

void SetItems(const SchemaNode& at) {
  if (!HasNonAtomicSetItems(at.schema)) return;
  const JSONSchemaProps& item = *ItemsOf(at.schema);
  const FieldPath items = at.path.Child("items");
  if (item.type == "object" && !at.in.options.release.Has(Feature::kMapTypeField)) {
    return at.in.errors.Add(kubernetes::Invalid(kListType, items.Child("type"), item.type,
                                                "must be a scalar or atomic type as item of a list with "
                                                "x-kubernetes-list-type=set"));
  }
  const auto& list_type = item.rare->x_list_type;
  at.in.errors.Add(kubernetes::InvalidPrinted(kListType, items.Child(item.type == "array" ? kListTypeKey : kMapTypeKey),
                                              list_type ? PrintedText(*list_type) : "null",
                                              "must be atomic as item of a list with x-kubernetes-list-type=set"));
}

void MapKeys(const SchemaNode& at, const JSONSchemaProps& item) {
  const auto keys = at.schema.rare->x_list_map_keys;
  const auto invalid = [&](std::string_view detail) {
    at.in.errors.Add(kubernetes::InvalidPrinted(kListType, at.path.Child(kListMapKeys), PrintedTexts(keys), detail));
  };
  std::set<std::string_view> seen;
  for (const std::string_view key : keys) {
    if (at.in.errors.full()) return;
    const JSONSchemaProps* property = item.properties.Find(key);
    if (property == nullptr) {
      invalid("entries must all be names of item properties");
    } else if (property->type == "array" || property->type == "object") {
      const FieldPath items = at.path.Child("items");
      const FieldPath place = items.Child("properties", key);
      at.in.errors.Add(kubernetes::Invalid(kListType, place.Child("type"), item.type,
                                           "must be a scalar type if parent array's x-kubernetes-list-type is map"));
    }
    if (!seen.insert(key).second) invalid("must not contain duplicate entries");
  }
}

void MapItems(const SchemaNode& at) {
  const FieldPath items = at.path.Child("items");
  const JSONSchemaProps* item = ItemsOf(at.schema);
  if (at.schema.items == nullptr && !at.schema.has_invalid_items) {
    at.in.errors.Add(kubernetes::Required(kListType, items, "must have a schema if x-kubernetes-list-type is map"));
  } else if (item == nullptr) {
    at.in.errors.Add(kubernetes::InvalidPrinted(kListType, items, PrintedItems(at.schema, at.in.arena),
                                                "must only have a single schema if x-kubernetes-list-type is map"));
  } else if (item->type != "object") {
    at.in.errors.Add(kubernetes::Invalid(kListType, items.Child("type"), item->type,
                                         "must be object if parent array's x-kubernetes-list-type is map"));
  } else {
    MapKeys(at, *item);
  }
}

void ListMap(const SchemaNode& at) {
  const auto& list_type = at.schema.rare->x_list_type;
  if (!at.schema.rare->x_list_map_keys.empty() && list_type != "map") {
    constexpr std::string_view kDetail = "must be map if x-kubernetes-list-map-keys is non-empty";
    const FieldPath path = at.path.Child(kListTypeKey);
    at.in.errors.Add(list_type ? kubernetes::Invalid(kListType, path, *list_type, kDetail)
                               : kubernetes::Required(kListType, path, kDetail));
  }
  if (list_type != "map") return;
  if (at.schema.rare->x_list_map_keys.empty()) {
    at.in.errors.Add(kubernetes::Required(kListType, at.path.Child(kListMapKeys),
                                          "must not be empty if x-kubernetes-list-type is map"));
  }
  MapItems(at);
}

}  // namespace

bool HasNonAtomicSetItems(const JSONSchemaProps& schema) {
  const JSONSchemaProps* item = ItemsOf(schema);
  if (schema.rare->x_list_type != "set" || item == nullptr) return false;
  const auto& list_type = item->rare->x_list_type;
  if (item->type == "array") return list_type && *list_type != "atomic";
  return item->type == "object" && item->rare->x_map_type != "atomic";
}

void CheckListType(const SchemaNode& at) {
  if (at.schema.rare == &crd::kNoRareKeywords) return;
  const auto& map_type = at.schema.rare->x_map_type;
  if (map_type) MapType(at, *map_type);
  const auto& list_type = at.schema.rare->x_list_type;
  if (list_type && at.schema.type != "array") {
    WrongType(at, kListType, "must be array if x-kubernetes-list-type is specified");
  } else if (at.in.options.require_atomic_set_type) {
    SetItems(at);
  }
  if (list_type && *list_type != "atomic" && *list_type != "set" && *list_type != "map") {
    at.in.errors.Add(
        kubernetes::NotSupported(kListType, at.path.Child(kListTypeKey), *list_type, R"("atomic", "set", "map")"));
  }
  ListMap(at);
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go validateMapListKeysMapSet,
// hasInvalidMapListKeysMapSet (v0.37.2).

void NotNullable(const SchemaNode& at, const FieldPath& path, std::string_view detail) {
  at.in.errors.Add(kubernetes::Forbidden(kListType, path.Child("nullable"), detail));
}

void KeyProperty(const SchemaNode& at, std::string_view key, bool required, const JSONSchemaProps& property) {
  const FieldPath items = at.path.Child("items");
  const FieldPath path = items.Child("properties", key);
  if (!required && property.values->default_value.empty()) {
    at.in.errors.Add(
        kubernetes::Required(kListType, path.Child("default"),
                             "this property is in x-kubernetes-list-map-keys, so it must have a default or be a "
                             "required property"));
  }
  if (property.nullable) {
    NotNullable(at, path, "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
  }
}

}  // namespace

void CheckMapListKeysMapSet(const SchemaNode& at) {
  const auto& list_type = at.schema.rare->x_list_type;
  if (list_type != "set" && list_type != "map") return;
  if (at.schema.items == nullptr || at.schema.items->schema == nullptr) return;
  const JSONSchemaProps& item = *at.schema.items->schema;
  if (item.nullable) {
    NotNullable(at, at.path.Child("items"),
                "cannot be nullable when x-kubernetes-list-type is " + std::string(*list_type));
  }
  if (list_type != "map") return;
  const std::set<std::string_view> required(item.required.begin(), item.required.end());
  for (const std::string_view key : at.schema.rare->x_list_map_keys) {
    if (at.in.errors.full()) return;
    const JSONSchemaProps* property = item.properties.Find(key);
    if (property != nullptr) KeyProperty(at, key, required.contains(key), *property);
  }
}

bool HasInvalidMapListKeysMapSet(const JSONSchemaProps& schema) {
  if (schema.rare == &crd::kNoRareKeywords) return false;
  Errors errors;
  expressions::CompilationBudget compilation_budget;
  const crd::InternalCrd none{};
  base::Arena arena;
  const Options options{};
  const FieldPath path("");
  CheckMapListKeysMapSet({{none, options, errors, compilation_budget, arena}, schema, path, {}});
  return errors.size() != 0 || errors.full();
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).

using expressions::SchemaScope;

bool IsCorrelatable(const std::optional<std::string_view>& map_type) {
  return !map_type || *map_type == "granular" || *map_type == "atomic";
}

InheritedContext InheritedByProperty(const SchemaNode& parent, std::string_view name, bool is_root) {
  const JSONSchemaProps& schema = parent.schema;
  const bool meta = (is_root || schema.x_embedded_resource) && crd::IsMetaField(name);
  const InheritedContext inside = meta ? parent.inherited.InsideMeta(is_root ? name : "") : parent.inherited;
  return IsCorrelatable(schema.rare->x_map_type) ? inside : inside.InsideUncorrelatable(parent.path);
}

// Returns what a schema directly inside `parent` inherits.
InheritedContext InheritedContextOf(const Child& child, const SchemaNode& parent, bool is_root) {
  const InheritedContext& inherited = parent.inherited;
  switch (child.keyword) {
    case Keyword::kComposition: return inherited.InsideComposition();
    case Keyword::kAdditionalProperties:
      return inherited.inside_meta
                 ? inherited.WithForbiddenDefaults("inside additionalProperties applying to object metadata")
                 : inherited;
    case Keyword::kProperties: return InheritedByProperty(parent, child.key, is_root);
    case Keyword::kItems:
    case Keyword::kItemsList:
      return parent.schema.rare->x_list_type == "map" ? inherited : inherited.InsideUncorrelatable(parent.path);
    default: return inherited;
  }
}

// Returns the scope for the CEL rules of a schema directly inside another one; nullopt if a server does not run rules
// there.
std::optional<SchemaScope> ScopeOf(const Child& child, const SchemaScope* parent) {
  if (parent == nullptr) return std::nullopt;
  if (child.keyword == Keyword::kProperties) return parent->Property(child.key);
  if (child.keyword == Keyword::kAdditionalProperties) return parent->AdditionalProperties();
  if (child.keyword == Keyword::kItems) return parent->Items();
  return std::nullopt;
}

// Checks a schema and all schemas inside it. `rules` is null if CEL rules are not checked. `scope` is null if the
// schema cannot have CEL rules.
void CheckTree(const SchemaNode& node, bool is_root, Expressions* rules, const SchemaScope* scope) {
  const Context& in = node.in;
  if (in.errors.full()) return;
  const std::size_t before = in.errors.size();
  CheckNode(node);
  AnyChild(node.schema, node.path, [&](const Child& child) {
    if (!Visits(VisitedSchemas::kValidated, child.keyword)) return false;
    const InheritedContext inherited = InheritedContextOf(child, node, is_root);
    const auto below = ScopeOf(child, scope);
    CheckTree({in, child.schema, child.path, inherited}, false, rules, below ? &*below : nullptr);
    return false;
  });
  const bool fine = in.errors.size() == before && !in.errors.full();
  if (scope != nullptr && fine) rules->Check(node, *scope);
}

}  // namespace

void ValidateOpenApiSchema(const Context& in, const JSONSchemaProps& schema, const FieldPath& path,
                           const crd::Structural* form, bool unchanged) {
  constexpr std::string_view kByV1beta1 =
      "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use "
      "apiextensions.k8s.io/v1)";
  const InheritedContext inherited{in.options.allow_defaults ? std::string_view() : kByV1beta1};
  if (form == nullptr || !HasRules(schema)) {
    return CheckTree({in, schema, path, inherited}, true, nullptr, nullptr);
  }
  Expressions rules(in, unchanged);
  const SchemaScope scope(schema, *form, in.arena, in.options.release.minor());
  CheckTree({in, schema, path, inherited}, true, &rules, &scope);
  rules.Finish(path);
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation
// (v0.37.2).

// An error at the root of a schema if the status subresource is enabled: a wrong type, or a forbidden keyword. A server
// checks the status only by properties["status"], so it would ignore other keywords of the root.
enum class RootError { kType, kKeyword };

// Whether the schema has a forbidden keyword that Go's JSONSchemaProps has before `type`. A server reports it instead
// of a wrong type. In these functions, an empty list or map counts as a keyword.
bool HasForbiddenBeforeType(const JSONSchemaProps& schema) {
  const crd::RareKeywords& rare = *schema.rare;
  return !rare.id.empty() || !rare.schema.empty() || rare.ref;
}

bool HasForbiddenComposition(const crd::ValueKeywords& values) {
  return !crd::Absent(values.all_of) || !crd::Absent(values.one_of) || !crd::Absent(values.any_of) ||
         values.not_schema != nullptr;
}

bool HasForbiddenExtension(const JSONSchemaProps& schema) {
  const crd::RareKeywords& rare = *schema.rare;
  return schema.x_embedded_resource || schema.x_int_or_string || !crd::Absent(rare.x_list_map_keys) ||
         rare.x_list_type || rare.x_map_type;
}

bool HasForbiddenAfterType(const JSONSchemaProps& schema) {
  const crd::RareKeywords& rare = *schema.rare;
  const crd::ValueKeywords& values = *schema.values;
  return schema.nullable || !values.default_value.empty() || !crd::Absent(values.enumeration) || rare.max_properties ||
         rare.min_properties || HasForbiddenComposition(values) || schema.additional_properties != nullptr ||
         !rare.pattern_properties.absent() || !rare.dependencies.absent() || rare.additional_items != nullptr ||
         !rare.definitions.absent() || HasForbiddenExtension(schema);
}

// Returns the first error, in the order of the Go type's fields; nullopt if the root has no error.
//
// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation,
// allowedFieldsAtRootSchema (v0.37.2).
std::optional<RootError> FirstRootError(const JSONSchemaProps& schema) {
  if (HasForbiddenBeforeType(schema)) return RootError::kKeyword;
  if (!schema.type.empty() && schema.type != "object") return RootError::kType;
  if (HasForbiddenAfterType(schema)) return RootError::kKeyword;
  return std::nullopt;
}

// RootTypeMessage and AllowedKeywordsMessage return the texts of RootError::kType and RootError::kKeyword.
std::string_view RootTypeMessage() {
  return "only \"object\" is allowed as the type at the root of the schema if the status "
         "subresource is enabled";
}

std::string_view AllowedKeywordsMessage() {
  return "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum "
         "MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items "
         "Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed "
         "at the root of the schema if the status subresource is enabled";
}

void Defaults(const Context& in, const crd::Structural& schema, const FieldPath& path) {
  const int minor = in.options.release.minor();
  const objects::DefaultsOptions options{true, in.options.require_pruned_defaults,
                                         validate::RulesOfDefaults(in.compilation_budget, in.arena, minor), minor};
  in.errors.Add(kDefaults, objects::ValidateDefaults({path.String()}, &schema, options, in.arena));
}

// The structural form of a schema, or the reason why the schema has none.
struct Form {
  const crd::Structural* schema = nullptr;  // the structural form; null if the schema has none, or has violations
  std::optional<std::string> not_representable = {};
};

Form Structurality(const Context& in, const crd::JSONSchemaProps& whole, const FieldPath& path) {
  const auto& schema = StructuralPartOf(in.options.release, whole, in.arena);
  const auto structural = crd::NewStructural(schema, in.arena, crd::EmptyLists::kKeep);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) return {nullptr, reason->text};
  const std::size_t before = in.errors.size();
  const crd::Structural& form = *std::get<const crd::Structural*>(structural);
  auto violations = crd::ValidateStructural(path, form);
  if (violations.empty()) Defaults(in, form, path);
  for (kubernetes::Violation& violation : violations) in.errors.Add(std::move(violation));
  return {in.errors.size() == before && !in.errors.full() ? &form : nullptr};
}

void Root(const Context& in, const crd::JSONSchemaProps& schema, bool status_enabled, const FieldPath& holder) {
  if (status_enabled) {
    if (const auto wrong = FirstRootError(schema); wrong == RootError::kType) {
      in.errors.Add(
          kubernetes::Invalid(kSchemaRoot, holder.Child("openAPIV3Schema.type"), schema.type, RootTypeMessage()));
    } else if (wrong == RootError::kKeyword) {
      in.errors.Add(kubernetes::InvalidPrinted(kSchemaRoot, holder.Child("openAPIV3Schema"),
                                               PrintedSchema(schema, in.arena), AllowedKeywordsMessage()));
    }
  }
  if (schema.nullable) {
    in.errors.Add(kubernetes::Forbidden(kSchemaRoot, holder.Child("openAPIV3Schema.nullable"),
                                        "nullable cannot be true at the root"));
  }
}

}  // namespace

// Upstream's last step builds a validator of the schema. It cannot fail, and is omitted here.
void ValidateSchema(const Context& in, const Value* value, bool status_enabled, std::string_view version,
                    const FieldPath& holder) {
  const crd::JSONSchemaProps* schema = SchemaIn(in.crd, value);
  if (schema == nullptr || in.errors.full()) return;
  const base::Arena::Mark before = in.arena.Here();
  const std::size_t errors_before = in.errors.size();
  const FieldPath path = holder.Child("openAPIV3Schema");
  Root(in, *schema, status_enabled, holder);
  Form form;
  if (in.options.require_structural_schema) form = Structurality(in, *schema, path);
  ValidateOpenApiSchema(in, *schema, path, form.schema, in.options.unchanged_versions.contains(version));
  const bool fine = in.errors.size() == errors_before && !in.errors.full();
  if (fine && form.not_representable) in.errors.Add(kubernetes::Invalid(kKeywords, path, "", *form.not_representable));
  in.arena.Rewind(before);
}

}  // namespace structural::validate
