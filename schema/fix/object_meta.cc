#include "schema/fix/object_meta.h"

#include <algorithm>

namespace structural::fix {
namespace {

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

// Every field that the schema names is one of the Go type, and says no more.
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

}  // namespace

bool SaysNoMore(std::string_view field, const json& schema) {
  const json* known = Find(Fields(), field);
  return schema == json::object() || (known != nullptr && Fits(*known, schema));
}

}  // namespace structural::fix
