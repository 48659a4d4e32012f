#include "schema/publish/kep/kind_definition.h"

#include "schema/json/parse.h"
#include "schema/json/write.h"
#include "schema/publish/kep/node.h"
#include "schema/publish/kep/unfold.h"
#include "schema/publish/native_properties.h"

namespace structural::publish::kep {
namespace {

using json::Value;

Value Unfolded(const Value& schema, OpenApi format, base::Arena& arena) {
  const std::string_view metadata = OfEmbeddedResource(format).back().schema;
  return format == OpenApi::kV2 ? ToV2(schema, arena, metadata) : Unfold(schema, arena, metadata);
}

void SetParsed(Node& node, std::string_view key, std::string_view json, base::Arena& arena) {
  if (!json.empty()) node.Set(key, *json::Parser(arena).Parse(json));
}

}  // namespace

Definition KindDefinition(const Resource& resource, const Value& schema, OpenApi format,
                          base::Arena& arena) {
  if (!schema.is_object()) return publish::KindDefinition(resource, format, arena);
  Node root(Unfolded(schema, format, arena));
  const Value* properties = root.Find("properties");
  Node fields = properties == nullptr ? Node() : Node(*properties);
  for (const auto& [name, native] : OfKind(format)) SetParsed(fields, name, native, arena);
  root.Set("properties", fields.Build(arena));
  const ExtensionTexts extensions(resource, arena);
  SetParsed(root, "x-kubernetes-group-version-kind", extensions.group_version_kind, arena);
  SetParsed(root, "x-kubernetes-selectable-fields", extensions.selectable_fields, arena);
  Definition definition{KindName(resource), {}};
  json::AppendJson(root.Build(arena), definition.schema);
  return definition;
}

}  // namespace structural::publish::kep
