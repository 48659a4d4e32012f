#include "schema/unions/kep/normalize.h"

#include <algorithm>
#include <unordered_map>

#include "schema/base/pointer.h"
#include "schema/json/write.h"
#include "schema/unions/kep/declaration.h"
#include "schema/unions/kep/union_error.h"

namespace structural::unions::kep {
namespace {

using json::Value;

const Value* ElementAt(const Value* list, std::size_t index) {
  if (list == nullptr || !list->is_array() || index >= list->elements().size()) return nullptr;
  return &list->elements()[index];
}

// Returns the key fields of an item in a list of type map as one text.
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

// Whether the discriminator is present, but not a string. Its union is then not changed, because validation refuses the
// object.
bool HasWrongDiscriminator(const Value& now, const Union& of) {
  const Value* found = of.discriminator ? now.Find(*of.discriminator) : nullptr;
  return found != nullptr && !found->is_string() && !found->is_null();
}

// Returns the field that a discriminator's value selects; empty if it selects none.
std::string_view Selected(std::string_view value, const Union& of) {
  const auto found = std::ranges::find(of.members, value, &UnionMember::value);
  return found != of.members.end() ? found->field : std::string_view();
}

class Search {
 public:
  void In(const Value& value, const Value& schema, const std::string& at) {
    if (value.is_array()) return Items(value, schema, at);
    if (!value.is_object()) return;
    for (const Union& of : UnionsOf(schema)) One(value, of, at);
    Fields(value, schema, at);
  }

  std::vector<UndecidedUnion> found;

 private:
  void One(const Value& value, const Union& of, const std::string& at) {
    const SetFields set = FindSetFields(&value, of);
    if (set.size() < 2) return;
    found.push_back({at, {}});
    for (const UnionMember* member : set) found.back().fields.emplace_back(member->field);
  }

  void Items(const Value& value, const Value& schema, const std::string& at) {
    const Value* items = schema.Find("items");
    if (items == nullptr) return;
    for (std::size_t i = 0; i < value.elements().size(); ++i) {
      In(value.elements()[i], *items, ElementPath(at, std::to_string(i)));
    }
  }

  void Fields(const Value& value, const Value& schema, const std::string& at) {
    const Value* properties = schema.Find("properties");
    const Value* additional = schema.Find("additionalProperties");
    for (const json::Member& member : value.members()) {
      const Value* property = properties != nullptr ? properties->Find(member.key) : nullptr;
      const Value* field = property != nullptr ? property : additional;
      if (field != nullptr) In(member.value, *field, ChildPath(at, member.key));
    }
  }
};

}  // namespace

void Normalize(const Value* before, Value& now, const Value& schema, base::Arena& arena) {
  if (now.is_array()) return Items(before, now, schema, arena);
  if (!now.is_object()) return;
  for (const Union& of : UnionsOf(schema)) NormalizeUnion(before, now, of, arena);
  Fields(before, now, schema, arena);
}

void NormalizeUnion(const Value* before, Value& now, const Union& of, base::Arena& arena) {
  if (HasWrongDiscriminator(now, of)) return;
  const std::string_view value = DiscriminatorIn(&now, of);
  if (!value.empty() && value != DiscriminatorIn(before, of)) {
    return ClearOtherFields(Selected(value, of), of, now);
  }
  const SetFields set = FindSetFields(&now, of);
  if (set.size() == 1) {
    // If the discriminator changes, the other fields, which are null, are removed, as after a client has changed it.
    // Therefore a second normalisation changes nothing.
    const bool renewed = of.discriminator && value != set[0]->value;
    SetDiscriminator(set[0]->value, of, now, arena);
    if (renewed) ClearOtherFields(set[0]->field, of, now);
    return;
  }
  const SetFields added = AddedFields(FindSetFields(before, of), set);
  if (added.size() != 1) return;
  SetDiscriminator(added[0]->value, of, now, arena);
  ClearOtherFields(added[0]->field, of, now);
}

std::vector<UndecidedUnion> FindUndecidedUnions(const Value& value, const Value& schema) {
  Search search;
  search.In(value, schema, "");
  return std::move(search.found);
}

namespace {

class Comparison {
 public:
  void In(const Value& sent, const Value& now) {
    if (now.is_object()) return Fields(sent, now);
    for (std::size_t i = 0; now.is_array() && i < now.elements().size(); ++i) {
      at_.emplace_back(i);
      In(sent.elements()[i], now.elements()[i]);
      at_.pop_back();
    }
  }

  std::vector<Change> found;

 private:
  void Fields(const Value& sent, const Value& now) {
    for (const json::Member& member : sent.members()) {
      if (now.Find(member.key) == nullptr) Record(member.key, &member.value, nullptr);
    }
    for (const json::Member& member : now.members()) {
      const Value* was = sent.Find(member.key);
      if (was != nullptr && member.value.is_container() && was->kind() == member.value.kind()) {
        at_.emplace_back(member.key);
        In(*was, member.value);
        at_.pop_back();
      } else if (was == nullptr || !json::Equal(*was, member.value)) {
        Record(member.key, was, &member.value);
      }
    }
  }

  void Record(std::string_view key, const Value* was, const Value* now) {
    found.push_back({at_, was, now});
    found.back().at.emplace_back(key);
  }

  Steps at_;
};

}  // namespace

std::string PathOf(std::span<const Step> steps) {
  std::string path;
  for (const Step& step : steps) {
    const auto* key = std::get_if<std::string_view>(&step);
    path = key != nullptr ? ChildPath(path, *key) : ElementPath(path, std::to_string(std::get<1>(step)));
  }
  return path;
}

std::string PointerTo(std::span<const Step> steps) {
  std::string pointer;
  for (const Step& step : steps) {
    pointer += '/';
    const auto* key = std::get_if<std::string_view>(&step);
    key != nullptr ? base::AppendPointerToken(*key, pointer) : void(pointer += std::to_string(std::get<1>(step)));
  }
  return pointer;
}

std::vector<Change> ChangesBetween(const Value& sent, const Value& now) {
  Comparison comparison;
  comparison.In(sent, now);
  return std::move(comparison.found);
}

}  // namespace structural::unions::kep
