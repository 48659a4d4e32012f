#include <algorithm>

#include "schema/fix/strategies.h"
#include "schema/fix/work.h"

namespace structural::fix {
namespace {

class ListMaps {
 public:
  explicit ListMaps(Work& work) : work_(work) {}

  void Schema(const json& schema, const std::string& at);

 private:
  void Key(const json& items, const std::string& key, const std::string& at);
  void NoNull(const json& schema, const std::string& at, const char* what) {
    if (!IsTrue(schema, "nullable")) return;
    Report(Below(at, "nullable"), std::string("the server does not accept a nullable ") + what);
  }
  void Report(std::string at, std::string reason) {
    work_.ProposeChange(ChangeImpact::kNeedsYou, "list-map-keys", std::move(at), std::move(reason));
  }

  Work& work_;
};

bool Contains(const json* list, const std::string& text) {
  return list != nullptr && list->is_array() && std::ranges::find(*list, json(text)) != list->end();
}

void ListMaps::Key(const json& items, const std::string& key, const std::string& at) {
  const json* properties = Find(items, "properties");
  const json* property = properties == nullptr ? nullptr : Find(*properties, key);
  if (property == nullptr) return;
  const std::string place = Below(Below(at, "properties"), key);
  NoNull(*property, place, "key of a list");
  if (property->contains("default") || Contains(Find(items, "required"), key)) return;
  const char* ports = key == "protocol" ? ". In Kubernetes' own ports the default is TCP" : "";
  Report(place,
         "in a new CRD the server accepts this key of the list only if it is required or has a "
         "default. Choose one: required refuses items without the key, a default completes them" +
             std::string(ports));
}

void ListMaps::Schema(const json& schema, const std::string& at) {
  if (!schema.is_object()) return;
  const json* items = Find(schema, "items");
  const std::string below = Below(at, "items");
  const std::string_view type = TextOf(schema, "x-kubernetes-list-type");
  if (items != nullptr && (type == "map" || type == "set"))
    NoNull(*items, below, "item of this list");
  const json* keys = Find(schema, "x-kubernetes-list-map-keys");
  if (items != nullptr && type == "map" && keys != nullptr && keys->is_array()) {
    for (const json& key : *keys) {
      if (key.is_string()) Key(*items, key.get<std::string>(), below);
    }
  }
  if (items != nullptr) Schema(*items, below);
  if (const json* more = Find(schema, "additionalProperties"))
    Schema(*more, Below(at, "additionalProperties"));
  const json* properties = Find(schema, "properties");
  if (properties == nullptr || !properties->is_object()) return;
  for (const auto& [key, field] : properties->items()) {
    Schema(field, Below(Below(at, "properties"), key));
  }
}

}  // namespace

void ReportListMapKeys(json& crd, Work& work) {
  ForEachSchema(
      crd, [&](const json& schema, const std::string& at) { ListMaps(work).Schema(schema, at); });
}

}  // namespace structural::fix
