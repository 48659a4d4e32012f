#include "schema/publish/definitions.h"

#include <utility>

#include "schema/publish/reference.h"
#include "schema/publish/schema_writer.h"
#include "schema/publish/structural_v2.h"

namespace structural::publish {
namespace {

std::string GroupVersionKind(const Resource& resource, std::string_view kind, base::Arena& arena) {
  std::string text = "[{";
  objects::MemberWriter members(arena, text);
  members.AnyText("group", resource.group);
  members.AnyText("kind", kind);
  members.AnyText("version", resource.version);
  return text += "}]";
}

std::string SelectableFields(const Resource& resource, base::Arena& arena) {
  std::string text;
  objects::MemberWriter members(arena, text);
  for (const auto* field : resource.selectable_fields) {
    std::string_view path = field->json_path;
    if (path.starts_with('.')) path.remove_prefix(1);
    text += text.empty() ? "[{" : ",{";
    members.AnyText("fieldPath", path);
    text += '}';
  }
  return text.empty() ? text : text += ']';
}

// What is said where there is no schema, and in v2 of fields that it would not name: kubectl takes
// what is not named for forbidden.
std::string AnyObject(const KindExtensions& extensions, base::Arena& arena) {
  std::string text = "{";
  objects::MemberWriter members(arena, text);
  members.Text("type", "object");
  members.Raw("x-kubernetes-group-version-kind", extensions.group_version_kind);
  members.Raw("x-kubernetes-selectable-fields", extensions.selectable_fields);
  return text += '}';
}

bool HasAnyFields(const Resource& resource) {
  return resource.preserve_unknown_fields || resource.schema->extensions->x_preserve_unknown_fields;
}

std::string KindSchema(const Resource& resource, OpenApi format, const KindExtensions& extensions,
                       base::Arena& arena) {
  const bool v2 = format == OpenApi::kV2;
  if (resource.schema == nullptr || (v2 && HasAnyFields(resource)))
    return AnyObject(extensions, arena);
  std::string text;
  SchemaWriter(arena, text)
      .WriteKind(v2 ? *ToStructuralOpenAPIV2(*resource.schema, arena) : *resource.schema, format,
                 extensions);
  return text;
}

std::string Items(const Resource& resource, OpenApi format, base::Arena& arena) {
  std::string text = "{";
  objects::MemberWriter members(arena, text);
  members.AnyText("description", "List of " + std::string(resource.plural) +
                                     ". More info: https://git.k8s.io/community/contributors/devel/"
                                     "sig-architecture/api-conventions.md");
  members.Key("items") += "{";
  std::string reference;
  AppendReference(format, DefinitionName(resource, resource.kind), reference);
  members.AnyText("$ref", reference);
  text += '}';
  members.Text("type", "array");
  return text += '}';
}

}  // namespace

std::string KindName(const Resource& resource) {
  return EscapeJsonPointer(DefinitionName(resource, resource.kind));
}

ExtensionTexts::ExtensionTexts(const Resource& resource, base::Arena& arena)
    : group_version_kind(GroupVersionKind(resource, resource.kind, arena)),
      selectable_fields(SelectableFields(resource, arena)) {}

Definition KindDefinition(const Resource& resource, OpenApi format, base::Arena& arena) {
  const ExtensionTexts texts(resource, arena);
  return {KindName(resource),
          KindSchema(resource, format, {texts.group_version_kind, texts.selectable_fields}, arena)};
}

Definition ListDefinition(const Resource& resource, OpenApi format, base::Arena& arena) {
  std::string text = "{";
  objects::MemberWriter members(arena, text);
  members.AnyText("description",
                  std::string(resource.list_kind).append(" is a list of ").append(resource.kind));
  const NativeProperties native = OfList(format);
  members.Key("properties") += '{';
  members.Raw(native[0].name, native[0].schema);
  members.Raw("items", Items(resource, format, arena));
  for (const auto& property : native.subspan(1)) members.Raw(property.name, property.schema);
  text += '}';
  members.Raw("required", R"(["items"])");
  members.Text("type", "object");
  members.Raw("x-kubernetes-group-version-kind",
              GroupVersionKind(resource, resource.list_kind, arena));
  members.Raw("x-kubernetes-selectable-fields", SelectableFields(resource, arena));
  return {EscapeJsonPointer(DefinitionName(resource, resource.list_kind)), text += '}'};
}

}  // namespace structural::publish
