#include "schema/publish/editor/json_schema.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/go/ecma_pattern.h"
#include "schema/go/letter_case.h"
#include "schema/json/write.h"

namespace structural::publish {
namespace {

// Texts of JsonSchema::inexpressible.
constexpr std::string_view kInexpressibleFields = "fields of a schema that is not structural";
constexpr std::string_view kInexpressibleRules = "rules in x-kubernetes-validations";
constexpr std::string_view kInexpressiblePattern = "patterns that ECMA-262 cannot express";
constexpr std::string_view kInexpressibleFormat = "formats that JSON Schema lacks";
constexpr std::string_view kInexpressibleListKeys = "keys of lists of type map";
constexpr std::string_view kInexpressibleDefaulted = "defaults that decide in allOf, anyOf, oneOf or not";

// Writes the keywords that ValueValidation and NestedValueValidation share, as JSON Schema. Not thread-safe.
class KeywordWriter {
 public:
  KeywordWriter(json::Writer& to, std::set<std::string_view>& inexpressible) : to_(to), inexpressible_(inexpressible) {}

  // Writes "type", with the additional types of nullable and x-kubernetes-int-or-string.
  void Type(const crd::Structural& schema);
  // Writes the keywords that restrict the value itself, such as enum, maximum, pattern and format. Does not write
  // required, properties, items, allOf, anyOf, oneOf and not.
  void Values(const crd::ValueValidation& values, std::string_view type);

 private:
  void Numbers(const crd::ValueValidation& values, std::string_view type);
  void Pattern(std::string_view pattern);
  void Format(std::string_view format, std::string_view type);
  void Enumeration(const crd::ValueValidation& values);

  json::Writer& to_;
  std::set<std::string_view>& inexpressible_;
};

// Formats of strings that servers and JSON Schema both know, with nearly the same meaning. Sorted.
constexpr std::string_view kSharedFormats[] = {"date", "email", "ipv4", "ipv6", "uri"};

// A format that JSON Schema lacks, and the pattern that expresses it. All patterns are from Kubernetes, except the
// pattern of `byte`, which Kubernetes checks by decoding the text.
//
// Upstream: kube-openapi pkg/validation/strfmt default.go, kubernetes-extensions.go.
struct FormatPattern {
  std::string_view format;
  std::string_view pattern;
};

constexpr FormatPattern kFormatPatterns[] = {
    {"bsonobjectid", "^[0-9a-fA-F]{24}$"},
    {"byte", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},
    {"hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},
    {"k8s-short-name", "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"},
    {"uuid", "^[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}$"},
};

std::string Plain(std::string_view format) {
  std::string plain(format);
  std::erase(plain, '-');
  return plain;
}

void KeywordWriter::Type(const crd::Structural& schema) {
  std::vector<std::string_view> types;
  if (schema.extensions->x_int_or_string) {
    types = {"integer", "string"};
  } else if (!schema.generic.type.empty()) {
    types = {schema.generic.type};
  }
  if (types.empty()) return;
  if (schema.generic.nullable) types.push_back("null");
  if (types.size() == 1) {
    to_.Add("type", types[0]);
  } else {
    to_.Add("type", types);
  }
}

void KeywordWriter::Enumeration(const crd::ValueValidation& values) {
  if (values.enumeration.empty()) return;
  to_.Key("enum").BeginList();
  std::set<crd::JsonText> seen;  // values that were written; JSON Schema allows each value only once
  for (const crd::JsonText value : values.enumeration) {
    if (!value.empty() && seen.insert(value).second) to_.Raw(value);
  }
  to_.EndList();
}

void KeywordWriter::Numbers(const crd::ValueValidation& values, std::string_view type) {
  const auto number = [&](std::string_view name, double value) { to_.Key(name).Raw(json::FormatDouble(value)); };
  if (values.minimum) number(values.exclusive_minimum ? "exclusiveMinimum" : "minimum", *values.minimum);
  if (values.maximum) number(values.exclusive_maximum ? "exclusiveMaximum" : "maximum", *values.maximum);
  if (values.multiple_of) number("multipleOf", *values.multiple_of);
  if (values.format != "int32" || type != "integer") return;
  if (!values.minimum) number("minimum", -2147483648.0);
  if (!values.maximum) number("maximum", 2147483647.0);
}

void KeywordWriter::Pattern(std::string_view pattern) {
  if (pattern.empty()) return;
  if (const auto ecma = go::ToEcmaPattern(pattern)) {
    to_.Add("pattern", *ecma);
    return;
  }
  inexpressible_.insert(kInexpressiblePattern);
  to_.Add("$comment", "pattern of Go: " + std::string(pattern));
}

// Writes the format of a string. Does nothing for other types: formats of numbers are written as limits elsewhere.
void KeywordWriter::Format(std::string_view format, std::string_view type) {
  if (format.empty() || (type != "string" && !type.empty())) return;
  if (Plain(format) == "datetime") {
    to_.Add("format", "date-time");
  } else if (std::ranges::find(kSharedFormats, format) != std::end(kSharedFormats)) {
    to_.Add("format", format);
  } else {
    const auto* found = std::ranges::find_if(
        kFormatPatterns, [&](const FormatPattern& each) { return Plain(each.format) == Plain(format); });
    if (found != std::end(kFormatPatterns)) {
      to_.Key("allOf").BeginList().BeginObject().Add("pattern", found->pattern).EndObject().EndList();
    } else {
      inexpressible_.insert(kInexpressibleFormat);
    }
  }
}

void KeywordWriter::Values(const crd::ValueValidation& values, std::string_view type) {
  Enumeration(values);
  Numbers(values, type);
  for (const crd::SizeKeyword& size : crd::kSizeKeywords) {
    if (values.*size.limit) to_.Add(size.name, *(values.*size.limit));
  }
  Pattern(values.pattern);
  if (values.all_of.empty()) Format(values.format, type);
}

// The properties in the JSON Schema of ObjectMeta, by name.
constexpr std::string_view kObjectMeta =
    R"({)"
    R"("annotations":{"type":["object","null"],"additionalProperties":{"type":["string","null"]},"description":"Unstructured key value map that external tools may set."},)"
    R"("creationTimestamp":{"type":["string","null"],"description":"Set by the server."},)"
    R"("deletionGracePeriodSeconds":{"type":["integer","null"],"description":"Set by the server."},)"
    R"("deletionTimestamp":{"type":["string","null"],"description":"Set by the server."},)"
    R"("finalizers":{"type":["array","null"],"items":{"type":["string","null"]},"description":"Must be empty before the object is deleted."},)"
    R"("generateName":{"type":["string","null"],"description":"Prefix of a name that the server makes, used if name is not set."},)"
    R"("generation":{"type":["integer","null"],"description":"Set by the server."},)"
    R"("labels":{"type":["object","null"],"additionalProperties":{"type":["string","null"]},"description":"Map of keys and values to organize and select objects."},)"
    R"("managedFields":{"type":["array","null"],"items":{"type":["object","null"]},"description":"Set by the server."},)"
    R"("name":{"type":["string","null"],"description":"Unique within a namespace."},)"
    R"("namespace":{"type":["string","null"],"description":"The space within which each name is unique."},)"
    R"("ownerReferences":{"type":["array","null"],"items":{"type":"object","properties":{"apiVersion":{"type":["string","null"]},"blockOwnerDeletion":{"type":["boolean","null"]},"controller":{"type":["boolean","null"]},"kind":{"type":["string","null"]},"name":{"type":["string","null"]},"uid":{"type":["string","null"]}},"required":["apiVersion","kind","name","uid"]},"description":"Objects that this object depends on."},)"
    R"("resourceVersion":{"type":["string","null"],"description":"Set by the server."},)"
    R"("selfLink":{"type":["string","null"],"description":"Not set by servers any more."},)"
    R"("uid":{"type":["string","null"],"description":"Set by the server."})"
    "}";

// Returns the value of "properties" in the JSON Schema of ObjectMeta, as text in static storage.
//
// Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta (v0.37.2).
std::string_view ObjectMetaProperties() { return kObjectMeta; }

using crd::NestedValueValidation;
using crd::Structural;
using crd::ValueValidation;
using PropertyNames = std::vector<std::string_view>;

constexpr std::string_view kDrafts[] = {"http://json-schema.org/draft-07/schema#",
                                        "https://json-schema.org/draft/2020-12/schema"};

// Whether a server sets a default for the field, so that it is present in every object.
bool IsDefaulted(const Structural* schema, std::string_view key) {
  const Structural* field = schema == nullptr ? nullptr : schema->properties.Find(key);
  return field != nullptr && !field->generic.default_value.empty();
}

bool IsMapList(const Structural& schema) { return schema.extensions->x_list_type == "map"; }
bool IsSetList(const Structural& schema) { return schema.extensions->x_list_type == "set"; }

// The role of a value: not a resource, an embedded resource, or the root object.
enum class ResourceRole : std::uint8_t { kNone, kEmbedded, kRoot };

constexpr Structural kNoSchemaAtAll;

class JsonSchemaWriter {
 public:
  JsonSchemaWriter(const Resource& resource, const JsonSchemaOptions& options,
                   std::set<std::string_view>& inexpressible)
      : resource_(resource), options_(options), inexpressible_(inexpressible), keywords_(to_, inexpressible) {}

  std::string Run();

 private:
  void Node(const Structural& schema);
  void Fields(const Structural& schema, ResourceRole resource);
  void Metadata(const Structural* schema);
  void Required(const ValueValidation& values, const Structural* schema, ResourceRole resource);
  void Additional(const Structural& schema);
  void Lists(const Structural& schema);
  void Texts(const crd::Generic& generic);

  void Compositions(const Structural& schema);
  void CompositionMembers(const ValueValidation& values, const Structural* schema, bool int_or_string);
  void Branches(std::string_view name, crd::List<NestedValueValidation> branches, const Structural* schema);
  void Branch(const NestedValueValidation& branch, const Structural* schema);

  bool refuses_unknown() const {
    return options_.unknown == UnknownFields::kRefused && !resource_.preserve_unknown_fields;
  }

  const Resource& resource_;
  const JsonSchemaOptions& options_;
  std::set<std::string_view>& inexpressible_;
  json::Writer to_;
  KeywordWriter keywords_;
};

void JsonSchemaWriter::Texts(const crd::Generic& generic) {
  if (!generic.annotations->title.empty()) to_.Add("title", generic.annotations->title);
  if (!generic.description.empty()) to_.Key("description").Raw(generic.description.Json());
  if (!generic.default_value.empty()) to_.Key("default").Raw(generic.default_value);
  if (!generic.annotations->example.empty())
    to_.Key("examples").Raw("[" + std::string(generic.annotations->example) + "]");
}

// Writes allOf, anyOf, oneOf and not. If the schema is nullable, null is valid even if a branch refuses it, because a
// server does not check the branches for null.
void JsonSchemaWriter::Compositions(const Structural& schema) {
  const ValueValidation& values = *schema.value_validation;
  const bool int_or_string = schema.extensions->x_int_or_string;
  const bool has_any_of = !values.any_of.empty() && !(int_or_string && crd::IsIntOrString(values.any_of));
  const bool any = !values.all_of.empty() || has_any_of || !values.one_of.empty() || values.not_schema != nullptr;
  if (!any || !schema.generic.nullable) return CompositionMembers(values, &schema, int_or_string);
  to_.Key("anyOf").BeginList().BeginObject().Add("type", "null").EndObject().BeginObject();
  CompositionMembers(values, &schema, int_or_string);
  to_.EndObject().EndList();
}

void JsonSchemaWriter::CompositionMembers(const ValueValidation& values, const Structural* schema, bool int_or_string) {
  Branches("allOf", values.all_of, schema);
  if (!int_or_string || !crd::IsIntOrString(values.any_of)) Branches("anyOf", values.any_of, schema);
  Branches("oneOf", values.one_of, schema);
  if (values.not_schema == nullptr) return;
  to_.Key("not");
  Branch(*values.not_schema, schema);
}

void JsonSchemaWriter::Branches(std::string_view name, crd::List<NestedValueValidation> branches,
                                const Structural* schema) {
  if (branches.empty()) return;
  to_.Key(name).BeginList();
  for (const NestedValueValidation* branch : branches) Branch(*branch, schema);
  to_.EndList();
}

// Writes a branch. `schema` is the schema for the same value outside of allOf, anyOf, oneOf and not; null if it does
// not exist.
void JsonSchemaWriter::Branch(const NestedValueValidation& branch, const Structural* schema) {
  to_.BeginObject();
  const std::string_view type = branch.forbidden_generics.type;
  if (!type.empty()) to_.Add("type", type);
  const ValueValidation& values = *branch.value_validation;
  keywords_.Values(values, !type.empty() || schema == nullptr ? type : schema->generic.type);
  CompositionMembers(values, schema, false);
  Required(values, schema, ResourceRole::kNone);
  if (branch.items != nullptr) {
    to_.Key("items");
    Branch(*branch.items, schema == nullptr ? nullptr : schema->items);
  }
  if (!branch.properties.empty()) {
    to_.Key("properties").BeginObject();
    for (const auto& [name, field] : branch.properties) {
      if (IsDefaulted(schema, name)) inexpressible_.insert(kInexpressibleDefaulted);
      to_.AnyKey(name);
      Branch(*field, schema == nullptr ? nullptr : schema->properties.Find(name));
    }
    to_.EndObject();
  }
  to_.EndObject();
}

void JsonSchemaWriter::Required(const ValueValidation& values, const Structural* schema, ResourceRole resource) {
  PropertyNames names;
  if (resource != ResourceRole::kNone) names = {"apiVersion", "kind"};
  if (resource == ResourceRole::kRoot) names.push_back("metadata");
  std::set<std::string_view> written(names.begin(), names.end());
  for (const std::string_view name : values.required) {
    if (!IsDefaulted(schema, name) && written.insert(name).second) names.push_back(name);
  }
  if (!names.empty()) to_.Add("required", names);
}

// Writes the schema of ObjectMeta. The restrictions of the CRD, which can restrict only name and generateName, are in
// allOf.
void JsonSchemaWriter::Metadata(const Structural* schema) {
  to_.Key("metadata").BeginObject().Add("type", "object");
  if (schema != nullptr) Texts(schema->generic);
  to_.Key("properties").Raw(ObjectMetaProperties());
  if (refuses_unknown()) to_.Add("additionalProperties", false);
  if (schema != nullptr && !schema->properties.empty()) {
    to_.Key("allOf").BeginList().BeginObject().Key("properties").BeginObject();
    for (const auto& [name, field] : schema->properties) {
      to_.AnyKey(name);
      Node(*field);
    }
    to_.EndObject().EndObject().EndList();
  }
  to_.EndObject();
}

void JsonSchemaWriter::Fields(const Structural& schema, ResourceRole resource) {
  const bool any = resource != ResourceRole::kNone || !schema.properties.empty();
  if (!any) return;
  to_.Key("properties").BeginObject();
  if (resource == ResourceRole::kRoot) {
    const std::string api = std::string(resource_.group) + "/" + std::string(resource_.version);
    to_.Key("apiVersion").BeginObject().Add("type", "string").Add("const", api).EndObject();
    to_.Key("kind").BeginObject().Add("type", "string").Add("const", resource_.kind).EndObject();
  }
  if (resource == ResourceRole::kEmbedded) {
    for (const std::string_view name : {"apiVersion", "kind"})
      to_.Key(name).BeginObject().Add("type", "string").Add("minLength", 1).EndObject();
  }
  if (resource != ResourceRole::kNone) Metadata(schema.properties.Find("metadata"));
  for (const auto& [name, field] : schema.properties) {
    if (resource != ResourceRole::kNone && crd::IsMetaField(name)) continue;
    to_.AnyKey(name);
    Node(*field);
  }
  to_.EndObject();
}

// Writes additionalProperties: the schema of a map's values, or false for an object whose unspecified fields a server
// drops.
void JsonSchemaWriter::Additional(const Structural& schema) {
  if (const Structural* entries = crd::AdditionalPropertiesOf(schema)) {
    to_.Key("additionalProperties");
    return Node(*entries);
  }
  const auto* additional = schema.additional_properties;
  const bool keeps = schema.extensions->x_preserve_unknown_fields || (additional != nullptr && additional->allows);
  const bool is_object = schema.generic.type == "object" || !schema.properties.empty();
  if (!keeps && is_object && refuses_unknown()) to_.Add("additionalProperties", false);
}

void JsonSchemaWriter::Lists(const Structural& schema) {
  if (schema.items != nullptr) {
    to_.Key("items");
    Node(*schema.items);
  }
  if (IsSetList(schema) || schema.value_validation->unique_items) to_.Add("uniqueItems", true);
  if (IsMapList(schema)) inexpressible_.insert(kInexpressibleListKeys);
}

void JsonSchemaWriter::Node(const Structural& schema) {
  const auto resource = schema.extensions->x_embedded_resource ? ResourceRole::kEmbedded : ResourceRole::kNone;
  to_.BeginObject();
  Texts(schema.generic);
  keywords_.Type(schema);
  keywords_.Values(*schema.value_validation, schema.generic.type);
  Compositions(schema);
  Required(*schema.value_validation, &schema, resource);
  Lists(schema);
  Fields(schema, resource);
  Additional(schema);
  if (!schema.x_validations.empty()) inexpressible_.insert(kInexpressibleRules);
  to_.EndObject();
}

std::string JsonSchemaWriter::Run() {
  to_.BeginObject().Add("$schema", kDrafts[options_.draft == Draft::k07 ? 0 : 1]);
  const Structural* const schema = resource_.schema;
  if (schema != nullptr) Texts(schema->generic);
  to_.Add("type", "object");
  const Structural& node = schema != nullptr ? *schema : kNoSchemaAtAll;
  keywords_.Values(*node.value_validation, "object");
  Compositions(node);
  Required(*node.value_validation, &node, ResourceRole::kRoot);
  Fields(node, ResourceRole::kRoot);
  if (schema != nullptr) {
    Additional(node);
  } else {
    inexpressible_.insert(kInexpressibleFields);
  }
  if (!node.x_validations.empty()) inexpressible_.insert(kInexpressibleRules);
  return to_.EndObject().Take();
}

}  // namespace

JsonSchema JsonSchemaOf(const Resource& resource, const JsonSchemaOptions& options) {
  JsonSchema schema;
  schema.text = JsonSchemaWriter(resource, options, schema.inexpressible).Run();
  return schema;
}

std::string CatalogPath(const Resource& resource) {
  std::string kind = go::ToLower(resource.kind);
  return std::string(resource.group) + "/" + kind + "_" + std::string(resource.version) + ".json";
}

}  // namespace structural::publish
