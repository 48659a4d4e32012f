#include "schema/publish/editor/kustomize.h"

#include "schema/crd/model/structural.h"
#include "schema/json/write.h"
#include "schema/publish/definitions.h"

namespace structural::publish {
namespace {

using crd::Structural;

constexpr std::string_view kMetadata = R"({"$ref":"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"})";

// The definition to which kMetadata refers. It is in every document, because kustomize refuses references to missing
// definitions.
constexpr std::string_view kObjectMetaDefinition =
    R"({"properties":{"annotations":{"additionalProperties":{"type":"string"},"type":"object"},"finalizers":{"items":{"type":"string"},"type":"array","x-kubernetes-patch-strategy":"merge"},"labels":{"additionalProperties":{"type":"string"},"type":"object"},"name":{"type":"string"},"namespace":{"type":"string"},"ownerReferences":{"items":{"type":"object"},"type":"array","x-kubernetes-patch-merge-key":"uid","x-kubernetes-patch-strategy":"merge"}},"type":"object"})";

class MergeKeyWriter {
 public:
  explicit MergeKeyWriter(json::Writer& to) : to_(to) {}

  void Node(const Structural& schema) {
    to_.BeginObject();
    Members(schema, false);
    to_.EndObject();
  }

  void Members(const Structural& schema, bool is_resource) {
    if (const Structural* entries = crd::AdditionalPropertiesOf(schema)) {
      to_.Key("additionalProperties");
      Node(*entries);
    }
    if (schema.items != nullptr) {
      to_.Key("items");
      Node(*schema.items);
    }
    Fields(schema, is_resource || schema.extensions->x_embedded_resource);
    if (!schema.generic.type.empty()) to_.Add("type", schema.generic.type);
    Lists(*schema.extensions);
  }

 private:
  void Fields(const Structural& schema, bool is_resource) {
    if (schema.properties.empty() && !is_resource) return;
    to_.Key("properties").BeginObject();
    if (is_resource) {
      to_.Key("apiVersion").BeginObject().Add("type", "string").EndObject();
      to_.Key("kind").BeginObject().Add("type", "string").EndObject();
      to_.Key("metadata").Raw(kMetadata);
    }
    for (const auto& [name, field] : schema.properties) {
      if (is_resource && crd::IsMetaField(name)) continue;
      to_.AnyKey(name);
      Node(*field);
    }
    to_.EndObject();
  }

  void Lists(const crd::Extensions& extensions) {
    if (!extensions.x_list_type || *extensions.x_list_type == "atomic") return;
    to_.Add("x-kubernetes-list-type", *extensions.x_list_type);
    to_.Add("x-kubernetes-patch-strategy", "merge");
    if (extensions.x_list_map_keys.empty()) return;
    to_.Add("x-kubernetes-list-map-keys", extensions.x_list_map_keys);
    to_.Add("x-kubernetes-patch-merge-key", extensions.x_list_map_keys.front());
  }

  json::Writer& to_;
};

}  // namespace

void KustomizeDocument::Add(const Resource& resource) {
  json::Writer to;
  to.BeginObject();
  static constexpr Structural kAnything;
  MergeKeyWriter(to).Members(resource.schema == nullptr ? kAnything : *resource.schema, true);
  if (resource.schema == nullptr || resource.schema->generic.type.empty()) to.Add("type", "object");
  to.Key("x-kubernetes-group-version-kind").BeginList().BeginObject();
  to.Add("group", resource.group).Add("kind", resource.kind).Add("version", resource.version);
  to.EndObject().EndList();
  definitions_[DefinitionName(resource, resource.kind)] = to.EndObject().Take();
}

std::string KustomizeDocument::Text() const {
  json::Writer to;
  to.BeginObject().Key("definitions").BeginObject();
  bool has_meta = false;
  constexpr std::string_view kName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
  for (const auto& [name, text] : definitions_) {
    if (!has_meta && name > kName) {
      to.AnyKey(kName).Raw(kObjectMetaDefinition);
      has_meta = true;
    }
    to.AnyKey(name).Raw(text);
  }
  if (!has_meta) to.AnyKey(kName).Raw(kObjectMetaDefinition);
  return to.EndObject().EndObject().Take();
}

}  // namespace structural::publish
