#include "schema/publish/definitions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "schema/base/hex.h"
#include "schema/base/pointer.h"
#include "schema/base/utf8.h"
#include "schema/publish/schema_writer.h"

namespace structural::publish {
namespace {

using base::HexValue;
using base::IsLetterOrDigit;

// Whether Go writes the character without an escape in the fragment of a URL.
bool IsUnescapedInFragment(char c) {
  return IsLetterOrDigit(c) || std::string_view("-_.~$&+,/:;=?@!()*").find(c) != std::string_view::npos;
}

bool IsEscape(std::string_view text) { return text.size() >= 3 && HexValue(text[1]) >= 0 && HexValue(text[2]) >= 0; }

// Decodes the percent escapes of a name. Precondition: IsReferable(name).
std::string Unescaped(std::string_view name) {
  std::string plain;
  for (; !name.empty(); name.remove_prefix(1)) {
    if (name[0] != '%') {
      plain += name[0];
      continue;
    }
    plain += static_cast<char>(HexValue(name[1]) * 16 + HexValue(name[2]));
    name.remove_prefix(2);
  }
  return plain;
}

}  // namespace

bool IsReferable(std::string_view name) {
  for (; !name.empty(); name.remove_prefix(1)) {
    if (name[0] == '%' && !IsEscape(name)) return false;
  }
  return true;
}

std::string EscapedInReference(std::string_view name) {
  std::string escaped;
  for (const char c : Unescaped(name)) {
    if (IsUnescapedInFragment(c)) {
      escaped += c;
    } else {
      base::AppendPercentEscape(static_cast<unsigned char>(c), escaped);
    }
  }
  return escaped;
}

namespace {

// Appends the value of "$ref" for a name, without quotes: "#/definitions/com.example.v1.Machine".
//
// Upstream: kube-openapi spec.MustCreateRef, go-openapi jsonreference NormalizeURL, Go net/url
// Parse, EscapedFragment.
void AppendReference(OpenApi format, std::string_view name, std::string& to) {
  to += format == OpenApi::kV2 ? "#/definitions/" : "#/components/schemas/";
  to += EscapedInReference(name);
}

std::string GroupVersionKind(const Resource& resource, std::string_view kind) {
  json::Writer to;
  to.BeginList().BeginObject().Add("group", resource.group).Add("kind", kind);
  return to.Add("version", resource.version).EndObject().EndList().Take();
}

std::string SelectableFields(const Resource& resource) {
  if (resource.selectable_fields.empty()) return {};
  json::Writer to;
  to.BeginList();
  for (const auto* field : resource.selectable_fields) {
    std::string_view path = field->json_path;
    if (path.starts_with('.')) path.remove_prefix(1);
    to.BeginObject().Add("fieldPath", path).EndObject();
  }
  return to.EndList().Take();
}

// Returns the schema of an object with any fields. A server publishes this schema for a resource without a schema and,
// in v2, for a resource that keeps unknown fields, because kubectl refuses fields that a schema does not specify.
std::string AnyObject(const KindExtensions& extensions, base::Arena& arena) {
  std::string text;
  crd::MemberWriter members(arena, text);
  members.BeginObject().Add("type", "object");
  members.Raw("x-kubernetes-group-version-kind", extensions.group_version_kind);
  members.Raw("x-kubernetes-selectable-fields", extensions.selectable_fields);
  members.EndObject();
  return text;
}

bool HasAnyFields(const Resource& resource) {
  return resource.preserve_unknown_fields || resource.schema->extensions->x_preserve_unknown_fields;
}

std::string KindSchema(const Resource& resource, OpenApi format, const KindExtensions& extensions, base::Arena& arena) {
  const bool v2 = format == OpenApi::kV2;
  if (resource.schema == nullptr || (v2 && HasAnyFields(resource))) return AnyObject(extensions, arena);
  std::string text;
  SchemaWriter(arena, text, resource.empty_members)
      .WriteKind(v2 ? *ToStructuralOpenAPIV2(*resource.schema, arena) : *resource.schema, format, extensions);
  return text;
}

void AppendItems(const Resource& resource, OpenApi format, json::Writer& to) {
  std::string reference;
  AppendReference(format, DefinitionName(resource, resource.kind), reference);
  to.Key("items").BeginObject();
  to.Add("description", "List of " + std::string(resource.plural) +
                            ". More info: https://git.k8s.io/community/contributors/devel/"
                            "sig-architecture/api-conventions.md");
  to.Key("items").BeginObject().Add("$ref", reference).EndObject();
  to.Add("type", "array").EndObject();
}

// The names of the definitions of ObjectMeta and of the types of its fields. They are omitted if neither the definition
// of a CRD's kind nor that of Scale is written, because only these two refer to ObjectMeta.
constexpr std::string_view kForMetadata[] = {
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",   "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry",
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta", "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
    "io.k8s.apimachinery.pkg.apis.meta.v1.Time",
};

}  // namespace

std::string KindDefinitionName(const Resource& resource) {
  return base::PointerToken(DefinitionName(resource, resource.kind));
}

ExtensionTexts::ExtensionTexts(const Resource& resource)
    : group_version_kind(GroupVersionKind(resource, resource.kind)), selectable_fields(SelectableFields(resource)) {}

Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena) {
  const ExtensionTexts texts(resource);
  return {KindDefinitionName(resource),
          KindSchema(resource, format, {texts.group_version_kind, texts.selectable_fields}, arena)};
}

Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena) {
  std::string text;
  crd::MemberWriter to(arena, text);
  to.BeginObject();
  to.Add("description", std::string(resource.list_kind).append(" is a list of ").append(resource.kind));
  const NativeProperties native = ListProperties(format);
  to.Key("properties").BeginObject().Key(native[0].name).Raw(native[0].schema);
  AppendItems(resource, format, to);
  for (const auto& property : native.subspan(1)) to.Raw(property.name, property.schema);
  to.EndObject().Key("required").Raw(R"(["items"])").Add("type", "object");
  to.Raw("x-kubernetes-group-version-kind", GroupVersionKind(resource, resource.list_kind));
  to.Raw("x-kubernetes-selectable-fields", SelectableFields(resource));
  to.EndObject();
  return {base::PointerToken(DefinitionName(resource, resource.list_kind)), std::move(text)};
}

std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format, DocumentParts parts,
                                      base::Arena& arena) {
  std::vector<Definition> all;
  Definition list = ListDefinition(resource, format, arena);
  const bool has_kind = kind.name != list.name;
  if (has_kind) all.push_back(std::move(kind));
  all.push_back(std::move(list));
  if (parts == DocumentParts::kOwnDefinitions) return all;
  for (const auto& [name, schema] : KubernetesDefinitions(format)) {
    const bool for_scale = name.starts_with(kScaleDefinitionPrefix);
    const bool for_metadata = std::ranges::find(kForMetadata, name) != std::end(kForMetadata);
    if (resource.subresources.scale || !(for_scale || (for_metadata && !has_kind))) {
      all.push_back({std::string(name), std::string(schema)});
    }
  }
  return all;
}

}  // namespace structural::publish
