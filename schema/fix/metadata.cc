#include <algorithm>
#include <string_view>

#include "schema/base/pointer.h"
#include "schema/fix/strategies.h"
#include "schema/fix/work.h"

namespace structural::fix {
namespace {

// The fields that Kubernetes itself validates in the metadata of every object.
const json& Fields() {
  static const json fields = json::parse(R"({
    "annotations": {"type": "object", "additionalProperties": {"type": "string"}},
    "creationTimestamp": {"type": "string", "format": "date-time"},
    "deletionGracePeriodSeconds": {"type": "integer", "format": "int64"},
    "deletionTimestamp": {"type": "string", "format": "date-time"},
    "finalizers": {"type": "array", "items": {"type": "string"}},
    "generateName": {"type": "string"},
    "generation": {"type": "integer", "format": "int64"},
    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    "name": {"type": "string"},
    "namespace": {"type": "string"},
    "ownerReferences": {"type": "array", "items": {
      "type": "object", "required": ["apiVersion", "kind", "name", "uid"], "properties": {
        "apiVersion": {"type": "string"},
        "blockOwnerDeletion": {"type": "boolean"},
        "controller": {"type": "boolean"},
        "kind": {"type": "string"},
        "name": {"type": "string"},
        "uid": {"type": "string"}}}},
    "resourceVersion": {"type": "string"},
    "selfLink": {"type": "string"},
    "uid": {"type": "string"}})");
  return fields;
}

bool Fits(const json& field, const json& schema);

// Whether every field in `properties` exists in the Go type, and the schema of the field restricts no more than the Go
// type does.
bool FieldsFit(const json& field, const json& properties) {
  const json* known = Find(field, "properties");
  return known != nullptr && std::ranges::all_of(properties.items(), [&](const auto& property) {
           const json* own = Find(*known, property.key());
           return own != nullptr && Fits(*own, property.value());
         });
}

bool RequiredFits(const json& field, const json& required) {
  const json* known = Find(field, "required");
  return known != nullptr && std::ranges::all_of(required, [&](const json& name) {
           return std::ranges::find(*known, name) != known->end();
         });
}

bool KeywordFits(const json& field, const std::string& key, const json& value) {
  if (key == "description" || key == "title" || key == "nullable") return true;
  const json* own = Find(field, key);
  if (key == "required" && value.is_array()) return value.empty() || RequiredFits(field, value);
  if (key == "additionalProperties" && value == json(true)) return true;
  if (own == nullptr) return false;
  if (key == "properties" && value.is_object()) return FieldsFit(field, value);
  if (key == "items" || key == "additionalProperties") return Fits(*own, value);
  return *own == value;
}

bool Fits(const json& field, const json& schema) {
  return schema.is_object() && std::ranges::all_of(schema.items(), [&](const auto& keyword) {
           return KeywordFits(field, keyword.key(), keyword.value());
         });
}

// Whether a schema for this field of ObjectMeta accepts every object that the server accepts: it restricts no more than
// the field's Go type does.
//
// Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta (v0.37.2).
bool RestrictsNoMore(std::string_view field, const json& schema) {
  const json* known = Find(Fields(), field);
  return schema == json::object() || (known != nullptr && Fits(*known, schema));
}

// Whether a keyword of the schema for metadata has no effect: it refuses no object.
bool HasNoEffect(std::string_view key, const json& value) {
  return key == "description" || key == "title" || key == "nullable" || value == json(true) ||
         value == json::object() || value == json::array() || key.starts_with("x-kubernetes-");
}

class Metadata {
 public:
  Metadata(json& metadata, const std::string& at, PlanContext& work) : metadata_(metadata), at_(at), work_(work) {}

  void Type() {
    if (TextOf(metadata_, "type") == "object") return;
    if (work_.ProposeChange(ChangeImpact::kSame, "metadata-type", at_, "metadata is always an object"))
      metadata_["type"] = "object";
  }

  // Removes all keywords except the type, the default, and the properties name and generateName.
  void KeepOnlyNames() {
    for (auto it = metadata_.begin(); it != metadata_.end();) {
      const std::string& key = it.key();
      const bool stays = key == "type" || key == "default" || key == "properties";
      const ChangeImpact impact = HasNoEffect(key, *it) ? ChangeImpact::kSame : ChangeImpact::kWider;
      it = !stays && Drop(base::ChildPointer(at_, key), impact) ? metadata_.erase(it) : std::next(it);
    }
    json* properties = Find(metadata_, "properties");
    if (properties == nullptr || properties->empty()) return;
    const std::string below = base::ChildPointer(at_, "properties");
    for (auto it = properties->begin(); it != properties->end();) {
      const bool stays = it.key() == "name" || it.key() == "generateName";
      const ChangeImpact impact = RestrictsNoMore(it.key(), *it) ? ChangeImpact::kSame : ChangeImpact::kWider;
      it = !stays && Drop(base::ChildPointer(below, it.key()), impact) ? properties->erase(it) : std::next(it);
    }
    if (properties->empty()) metadata_.erase("properties");
  }

 private:
  bool Drop(std::string at, ChangeImpact impact) {
    return work_.ProposeChange(impact, "root-metadata", std::move(at),
                               impact == ChangeImpact::kSame
                                   ? "the server specifies metadata itself"
                                   : "the server specifies metadata itself; this check is dropped");
  }

  json& metadata_;
  const std::string at_;
  PlanContext& work_;
};

void TypeMeta(json& properties, const std::string& at, PlanContext& work) {
  for (const char* name : {"apiVersion", "kind"}) {
    json* field = Find(properties, name);
    if (field == nullptr || !field->is_object() || TextOf(*field, "type") == "string") continue;
    const ChangeImpact impact = field->contains("type") ? ChangeImpact::kWider : ChangeImpact::kSame;
    if (work.ProposeChange(impact, "type-meta", base::ChildPointer(at, name),
                           "it is a string in every Kubernetes object"))
      (*field)["type"] = "string";
  }
}

// Replaces additionalProperties by x-kubernetes-preserve-unknown-fields. The checks of a schema in additionalProperties
// are lost.
void RemoveAdditionalProperties(json& schema, const std::string& at, bool root, PlanContext& work) {
  const json* additional = Find(schema, "additionalProperties");
  if (additional == nullptr) return;
  const bool any = *additional == json(true) || *additional == json::object();
  const char* rule = root ? "root-additional-properties" : "embedded-resource-additional-properties";
  if (!work.ProposeChange(any ? ChangeImpact::kSame : ChangeImpact::kWider, rule,
                          base::ChildPointer(at, "additionalProperties"),
                          any ? "x-kubernetes-preserve-unknown-fields keeps all keys"
                              : "a resource is not a map; its other keys are kept, but no longer checked")) {
    return;
  }
  schema.erase("additionalProperties");
  schema[kPreserve] = true;
}

void Embedded(json& schema, const std::string& at, PlanContext& work) {
  if (TextOf(schema, "type") != "object" &&
      work.ProposeChange(schema.contains("type") ? ChangeImpact::kNeedsDecision : ChangeImpact::kSame,
                         "embedded-resource-type", at, "an embedded resource is an object")) {
    schema["type"] = "object";
  }
  RemoveAdditionalProperties(schema, at, false, work);
  if (schema.contains("properties") || IsTrue(schema, kPreserve)) return;
  if (work.ProposeChange(ChangeImpact::kSame, "embedded-resource-properties", at,
                         "its fields are not specified, so all are kept")) {
    schema[kPreserve] = true;
  }
}

}  // namespace

void FixResource(json& schema, const std::string& at, bool root, PlanContext& work) {
  const bool embedded = IsTrue(schema, kEmbedded);
  if (embedded) Embedded(schema, at, work);
  if (root) RemoveAdditionalProperties(schema, at, true, work);
  json* properties = Find(schema, "properties");
  if ((!root && !embedded) || properties == nullptr || !properties->is_object()) return;
  const std::string below = base::ChildPointer(at, "properties");
  TypeMeta(*properties, below, work);
  json* metadata = Find(*properties, "metadata");
  if (metadata == nullptr || !metadata->is_object()) return;
  Metadata one(*metadata, base::ChildPointer(below, "metadata"), work);
  one.Type();
  if (root) one.KeepOnlyNames();
}

}  // namespace structural::fix
