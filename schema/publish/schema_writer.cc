#include "schema/publish/schema_writer.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "schema/objects/transform.h"

namespace structural::publish {

using crd::NestedValueValidation;
using crd::Structural;
using crd::ValueValidation;

// The keywords that Structural and NestedValueValidation share.
struct SchemaWriter::Parts {
  const ValueValidation& values;
  const crd::Generic& generic;
  const crd::Extensions& extensions;
  crd::List<crd::ValidationRule> rules;
  bool embedded = false;
  KindExtensions kind = {};
};

void SchemaWriter::Composition(std::string_view name, crd::List<NestedValueValidation> branches) {
  members_.List(name, branches, [&](const NestedValueValidation* branch) { Node(*branch); });
}

// Writes an example, except null and, if empty members are omitted, "", [] and {}.
void SchemaWriter::Example(crd::JsonText example) {
  const std::size_t before = to_.size();
  members_.Json("example", example);
  const std::string_view member = std::string_view(to_).substr(before);
  const std::string_view value = member.substr(std::min(member.find(':') + 1, member.size()));
  const bool empty = value == "\"\"" || value == "[]" || value == "{}";
  if (value == "null" || (empty && empty_members_ == EmptyMembers::kOmitted)) to_.resize(before);
}

void SchemaWriter::KeywordsUpToFormat(const Parts& parts) {
  const auto& [title, external_docs, example] = *parts.generic.annotations;
  Composition("allOf", parts.values.all_of);
  Composition("anyOf", parts.values.any_of);
  if (format_ != OpenApi::kV2) members_.Json("default", parts.generic.default_value);
  members_.Undecoded("description", parts.generic.description);
  members_.Enumeration(parts.values.enumeration);
  Example(example);
  members_.True("exclusiveMaximum", parts.values.exclusive_maximum);
  members_.True("exclusiveMinimum", parts.values.exclusive_minimum);
  members_.ExternalDocs(external_docs);
  members_.Text("format", parts.values.format);
}

void SchemaWriter::KeywordsUpToPattern(const Parts& parts) {
  const ValueValidation& values = parts.values;
  members_.Bounds(values);
  if (values.not_schema != nullptr) {
    members_.Key("not");
    Node(*values.not_schema);
  }
  members_.True("nullable", parts.generic.nullable);
  Composition("oneOf", values.one_of);
  members_.Text("pattern", values.pattern);
}

// Writes `required`. An embedded resource also requires kind and apiVersion.
void SchemaWriter::Required(const Parts& parts) {
  const auto given = parts.values.required;
  if (!parts.embedded) return members_.Texts("required", given);
  std::vector<std::string_view> required(given.begin(), given.end());
  for (const std::string_view name : {"kind", "apiVersion"}) {
    if (std::ranges::find(given, name) == given.end()) required.push_back(name);
  }
  members_.Texts("required", required);
}

void SchemaWriter::KeywordsFromRequired(const Parts& parts) {
  Required(parts);
  members_.Text("title", parts.generic.annotations->title);
  members_.Text("type", parts.generic.type);
  members_.True("uniqueItems", parts.values.unique_items);
  Extensions(parts);
}

void SchemaWriter::Extensions(const Parts& parts) {
  const crd::Extensions& x = parts.extensions;
  members_.True("x-kubernetes-embedded-resource", x.x_embedded_resource);
  members_.Raw("x-kubernetes-group-version-kind", parts.kind.group_version_kind);
  members_.True("x-kubernetes-int-or-string", x.x_int_or_string);
  members_.Texts("x-kubernetes-list-map-keys", x.x_list_map_keys);
  members_.OptionalText("x-kubernetes-list-type", x.x_list_type);
  members_.OptionalText("x-kubernetes-map-type", x.x_map_type);
  members_.True("x-kubernetes-preserve-unknown-fields", x.x_preserve_unknown_fields);
  members_.Raw("x-kubernetes-selectable-fields", parts.kind.selectable_fields);
  members_.List("x-kubernetes-validations", parts.rules, [&](const crd::ValidationRule* rule) {
    const bool omitted = rule->reason == "" && empty_members_ == EmptyMembers::kOmitted;
    members_.Rule(*rule, omitted ? std::nullopt : rule->reason);
  });
}

void SchemaWriter::Properties(const crd::Map<Structural>& properties, NativeProperties native) {
  if (properties.empty() && native.empty()) return;
  members_.Key("properties").BeginObject();
  auto next = native.begin();
  for (const auto& [name, schema] : properties) {
    for (; next != native.end() && next->name <= name; ++next) members_.Raw(next->name, next->schema);
    if (next != native.begin() && std::prev(next)->name == name) continue;
    members_.AnyKey(name);
    Node(*schema, nullptr);
  }
  for (; next != native.end(); ++next) members_.Raw(next->name, next->schema);
  members_.EndObject();
}

void SchemaWriter::Node(const NestedValueValidation& validation) {
  const Parts parts{*validation.value_validation, validation.forbidden_generics, *validation.forbidden_extensions,
                    validation.x_validations};
  members_.BeginObject();
  KeywordsUpToFormat(parts);
  if (validation.items != nullptr) {
    members_.Key("items");
    Node(*validation.items);
  }
  KeywordsUpToPattern(parts);
  if (!validation.properties.empty()) {
    members_.Key("properties").BeginObject();
    for (const auto& [name, schema] : validation.properties) {
      members_.AnyKey(name);
      Node(*schema);
    }
    members_.EndObject();
  }
  KeywordsFromRequired(parts);
  members_.EndObject();
}

// Whether to add apiVersion, kind and metadata to an embedded resource. If the resource keeps unknown fields, its v2
// schema must not specify any field, because kubectl would refuse all other fields.
bool SchemaWriter::IsEmbedded(const Structural& schema) const {
  const crd::Extensions& x = *schema.extensions;
  return format_ && x.x_embedded_resource && !(format_ == OpenApi::kV2 && x.x_preserve_unknown_fields);
}

void SchemaWriter::Node(const Structural& schema, const KindExtensions* kind) {
  const bool embedded = IsEmbedded(schema);
  Parts parts{*schema.value_validation, schema.generic, *schema.extensions, schema.x_validations, embedded};
  if (kind != nullptr) parts.kind = *kind;
  members_.BeginObject();
  if (const auto* additional = schema.additional_properties) {
    members_.Key("additionalProperties");
    if (additional->structural != nullptr) {
      Node(*additional->structural, nullptr);
    } else {
      members_.Add(additional->allows);
    }
  }
  KeywordsUpToFormat(parts);
  if (schema.items != nullptr) {
    members_.Key("items");
    Node(*schema.items, nullptr);
  }
  KeywordsUpToPattern(parts);
  Properties(schema.properties, embedded          ? EmbeddedResourceProperties(*format_)
                                : kind != nullptr ? KindProperties(*format_)
                                                  : NativeProperties());
  KeywordsFromRequired(parts);
  members_.EndObject();
}

void SchemaWriter::Write(const Structural& schema) { Node(schema, nullptr); }

void SchemaWriter::WriteKind(const Structural& schema, OpenApi format, const KindExtensions& extensions) {
  format_ = format;
  Node(schema, &extensions);
  format_.reset();
}

// The parts of the schemas below are macros, because the compiler can concatenate only string literals.
#define CONVENTIONS                                                              \
  "More info: https://git.k8s.io/community/contributors/devel/sig-architecture/" \
  "api-conventions.md"
#define TYPED(description) R"({"description":")" description R"(","type":"string"})"
#define API_VERSION                                                                      \
  TYPED(                                                                                 \
      "APIVersion defines the versioned schema of this representation of an object. "    \
      "Servers should convert recognized schemas to the latest internal value, and may " \
      "reject unrecognized values. " CONVENTIONS "#resources")
#define KIND                                                                                \
  TYPED(                                                                                    \
      "Kind is a string value representing the REST resource this object represents. "      \
      "Servers may infer this from the endpoint the client submits requests to. Cannot be " \
      "updated. In CamelCase. " CONVENTIONS "#types-kinds")
#define EMBEDDED_API_VERSION \
  TYPED("apiVersion defines the versioned schema of this representation of an object. " CONVENTIONS "#resources")
#define EMBEDDED_KIND \
  TYPED("kind is a string value representing the type of this object. In CamelCase. " CONVENTIONS "#types-kinds")
#define META(type) "io.k8s.apimachinery.pkg.apis.meta.v1." type
#define OBJECT_META_DESCRIPTION "Standard object's metadata. " CONVENTIONS "#metadata"
#define LIST_META_DESCRIPTION "Standard list metadata. " CONVENTIONS "#types-kinds"
// A reference with a description. In v3, a schema with $ref cannot have other keywords, so the reference is in allOf.
#define REF_V2(type, description) R"({"$ref":"#/definitions/)" type R"(","description":")" description R"("})"
#define REF_V3(type, description) \
  R"({"allOf":[{"$ref":"#/components/schemas/)" type R"("}],"description":")" description R"("})"

namespace {

constexpr NativeProperty kObjectMetaV2 = {"metadata", REF_V2(META("ObjectMeta"), OBJECT_META_DESCRIPTION)};
constexpr NativeProperty kObjectMetaV3 = {"metadata", REF_V3(META("ObjectMeta"), OBJECT_META_DESCRIPTION)};
constexpr NativeProperty kListMetaV2 = {"metadata", REF_V2(META("ListMeta"), LIST_META_DESCRIPTION)};
constexpr NativeProperty kListMetaV3 = {"metadata", REF_V3(META("ListMeta"), LIST_META_DESCRIPTION)};
constexpr NativeProperty kApiVersion = {"apiVersion", API_VERSION};
constexpr NativeProperty kKind = {"kind", KIND};
constexpr NativeProperty kEmbeddedApiVersion = {"apiVersion", EMBEDDED_API_VERSION};
constexpr NativeProperty kEmbeddedKind = {"kind", EMBEDDED_KIND};

constexpr NativeProperty kKindV2[] = {kApiVersion, kKind, kObjectMetaV2};
constexpr NativeProperty kKindV3[] = {kApiVersion, kKind, kObjectMetaV3};
constexpr NativeProperty kEmbeddedV2[] = {kEmbeddedApiVersion, kEmbeddedKind, kObjectMetaV2};
constexpr NativeProperty kEmbeddedV3[] = {kEmbeddedApiVersion, kEmbeddedKind, kObjectMetaV3};
constexpr NativeProperty kListV2[] = {kApiVersion, kKind, kListMetaV2};
constexpr NativeProperty kListV3[] = {kApiVersion, kKind, kListMetaV3};

}  // namespace

NativeProperties KindProperties(OpenApi format) {
  return format == OpenApi::kV2 ? NativeProperties(kKindV2) : NativeProperties(kKindV3);
}

NativeProperties EmbeddedResourceProperties(OpenApi format) {
  return format == OpenApi::kV2 ? NativeProperties(kEmbeddedV2) : NativeProperties(kEmbeddedV3);
}

NativeProperties ListProperties(OpenApi format) {
  return format == OpenApi::kV2 ? NativeProperties(kListV2) : NativeProperties(kListV3);
}

namespace {

bool IsNullable(const Structural* schema) { return schema != nullptr && schema->generic.nullable; }

void DropStructure(Structural& node) {
  node.items = nullptr;
  node.properties = {};
}

// Returns the required fields that are not nullable. OpenAPI v2 cannot require a value that can be null.
std::span<const std::string_view> StillRequired(const Structural& node, base::Arena& arena) {
  const auto required = node.value_validation->required;
  const auto* additional = node.additional_properties;
  if (additional != nullptr && IsNullable(additional->structural)) return {};
  const auto nullable = [&](std::string_view name) { return IsNullable(node.properties.Find(name)); };
  if (std::ranges::none_of(required, nullable)) return required;
  std::vector<std::string_view> kept;
  std::ranges::remove_copy_if(required, std::back_inserter(kept), nullable);
  return arena.Copy(std::span<const std::string_view>(kept));
}

const ValueValidation* Validation(const Structural& node, base::Arena& arena) {
  const ValueValidation& given = *node.value_validation;
  const auto required = StillRequired(node, arena);
  const bool compositions =
      !given.all_of.empty() || !given.any_of.empty() || !given.one_of.empty() || given.not_schema != nullptr;
  if (!compositions && required.size() == given.required.size()) return &given;
  auto* validation = arena.New<ValueValidation>();
  *validation = given;
  validation->all_of = validation->any_of = validation->one_of = {};
  validation->not_schema = nullptr;
  validation->required = required;
  return validation;
}

bool ToV2(Structural& node, base::Arena& arena) {
  std::string_view& type = node.generic.type;
  const bool any_fields = node.extensions->x_preserve_unknown_fields;
  if (node.generic.nullable) type = {};
  if (node.generic.nullable || any_fields) DropStructure(node);
  node.generic.nullable = false;
  if (node.items == nullptr && type == "array") type = {};
  if (any_fields && type == "object") type = {};
  node.value_validation = Validation(node, arena);
  return true;
}

}  // namespace

const Structural* ToStructuralOpenAPIV2(const Structural& schema, base::Arena& arena) {
  bool changed = false;
  return objects::Rebuild(
      schema, arena, [&](Structural& node) { return ToV2(node, arena); }, &changed);
}

}  // namespace structural::publish
