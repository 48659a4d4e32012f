#include "schema/unions/kep/normalize.h"

#include <unordered_map>

#include "schema/json/write.h"
#include "schema/unions/kep/declaration.h"

namespace structural::unions::kep {
namespace {

using json::Value;

const Value* ElementAt(const Value* list, std::size_t index) {
  if (list == nullptr || !list->is_array() || index >= list->elements().size()) return nullptr;
  return &list->elements()[index];
}

// The keys of an item in a list of type map, as text.
std::string KeyOf(const Value& item, const Value& keys) {
  std::string text;
  for (const Value& key : keys.elements()) {
    const Value* value = key.is_string() ? item.Find(key.text()) : nullptr;
    json::AppendJson(value != nullptr ? *value : Value(), text);
    text += ',';
  }
  return text;
}

const Value* MapKeysOf(const Value& schema) {
  const Value* type = schema.Find("x-kubernetes-list-type");
  if (type == nullptr || !type->is_string() || type->text() != "map") return nullptr;
  const Value* keys = schema.Find("x-kubernetes-list-map-keys");
  return keys != nullptr && keys->is_array() ? keys : nullptr;
}

void Items(const Value* before, Value& now, const Value& schema, base::Arena& arena) {
  const Value* items = schema.Find("items");
  if (items == nullptr) return;
  const Value* keys = MapKeysOf(schema);
  std::unordered_map<std::string, const Value*> earlier;
  if (keys != nullptr && before != nullptr && before->is_array()) {
    for (const Value& item : before->elements()) earlier.emplace(KeyOf(item, *keys), &item);
  }
  std::size_t index = 0;
  for (Value& item : now.elements()) {
    const Value* same = ElementAt(before, index++);
    if (keys != nullptr) {
      const auto found = earlier.find(KeyOf(item, *keys));
      same = found != earlier.end() ? found->second : nullptr;
    }
    Normalize(same, item, *items, arena);
  }
}

void Fields(const Value* before, Value& now, const Value& schema, base::Arena& arena) {
  const Value* properties = schema.Find("properties");
  const Value* additional = schema.Find("additionalProperties");
  for (json::Member& member : now.members()) {
    const Value* property = properties != nullptr ? properties->Find(member.key) : nullptr;
    const Value* field = property != nullptr ? property : additional;
    if (field == nullptr) continue;
    Normalize(before != nullptr ? before->Find(member.key) : nullptr, member.value, *field, arena);
  }
}

}  // namespace

void Normalize(const Value* before, Value& now, const Value& schema, base::Arena& arena) {
  if (now.is_array()) return Items(before, now, schema, arena);
  if (!now.is_object()) return;
  for (const Union& of : UnionsOf(schema)) NormalizeUnion(before, now, of, arena);
  Fields(before, now, schema, arena);
}

}  // namespace structural::unions::kep
