// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema, on x-kubernetes-map-type, x-kubernetes-list-type
// and x-kubernetes-list-map-keys; hasNonAtomicSetType (v0.37.2).
#include <set>

#include "schema/validate/checks.h"
#include "schema/validate/printed.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {
namespace {

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

}  // namespace structural::validate
