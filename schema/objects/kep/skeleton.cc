#include <algorithm>
#include <vector>

#include "schema/objects/kep/prune.h"

namespace structural::objects::kep {
namespace {

using json::Member;
using json::Value;
using Values = std::vector<Value>;

class Skeletons {
 public:
  explicit Skeletons(base::Arena& arena) : arena_(arena) {}

  Value Of(const Value& schema);

 private:
  Value Drop(const Value& schema);
  Value Merge(const Values& schemas);
  Value MergeMaps(const Values& maps);
  Value MergeItems(const Values& items);
  Value ObjectOf(std::vector<Member>& members);
  Value MapOf(const Value& map);
  Value ItemsOf(const Value& items);
  void AddBranches(const Value& schema, Values& to);

  base::Arena& arena_;
};

Value Skeletons::ObjectOf(std::vector<Member>& members) {
  std::ranges::sort(members, {}, &Member::key);
  return Value::Object(arena_.Copy(std::span<const Member>(members)));
}

Value Skeletons::MapOf(const Value& map) {
  std::vector<Member> members(map.members().begin(), map.members().end());
  for (Member& member : members) member.value = Of(member.value);
  return ObjectOf(members);
}

Value Skeletons::ItemsOf(const Value& items) {
  if (!items.is_array()) return Of(items);
  Values elements(items.elements().begin(), items.elements().end());
  for (Value& element : elements) element = Of(element);
  return Value::Array(arena_.Copy(std::span<const Value>(elements)));
}

// Implements drop(s). The remaining schemas are replaced by their skeletons.
Value Skeletons::Drop(const Value& schema) {
  std::vector<Member> kept;
  for (const Member& member : schema.members()) {
    const auto& [key, value] = member;
    if (key == kType && value.is_string()) kept.push_back(member);
    if ((key == kProperties || key == kPatternProperties) && value.is_object()) {
      kept.push_back({key, MapOf(value)});
    }
    if (key == kItems && (value.is_object() || value.is_array())) {
      kept.push_back({key, ItemsOf(value)});
    }
    if ((key == kAdditionalProperties || key == kAdditionalItems) && Allows(value)) {
      kept.push_back({key, Of(value)});
    }
  }
  if (const Value* no_prune = FindNoPrune(schema)) {
    kept.push_back({kNoPrune, Value::Bool(IsTrue(*no_prune))});
  }
  return ObjectOf(kept);
}

void Skeletons::AddBranches(const Value& schema, Values& to) {
  for (const Member& member : schema.members()) {
    if (!IsJunctor(member.key) || !member.value.is_array()) continue;
    for (const Value& branch : member.value.elements()) to.push_back(Of(branch));
  }
  if (const Value* branch = schema.Find("not")) to.push_back(Of(*branch));
}

Value Skeletons::Of(const Value& schema) {
  if (!schema.is_object()) return Value::Object({});
  Values merged{Drop(schema)};
  AddBranches(schema, merged);
  return merged.size() == 1 ? merged.front() : Merge(merged);
}

// Merges objects like properties: the values of equal keys are merged.
Value Skeletons::MergeMaps(const Values& maps) {
  std::vector<Member> all, merged;
  for (const Value& map : maps) all.insert(all.end(), map.members().begin(), map.members().end());
  std::ranges::stable_sort(all, {}, &Member::key);
  for (auto at = all.begin(); at != all.end();) {
    Values same;
    const std::string_view key = at->key;
    for (; at != all.end() && at->key == key; ++at) same.push_back(at->value);
    merged.push_back({key, same.size() == 1 ? same.front() : Merge(same)});
  }
  return ObjectOf(merged);
}

// If some items are lists, a single schema is merged with their first element.
Value Skeletons::MergeItems(const Values& items) {
  if (std::ranges::all_of(items, &Value::is_object)) return Merge(items);
  Values merged;
  for (std::size_t i = 0;; ++i) {
    Values same;
    for (const Value& one : items) {
      if (one.is_object() && i == 0) same.push_back(one);
      if (one.is_array() && i < one.elements().size()) same.push_back(one.elements()[i]);
    }
    if (same.empty()) break;
    merged.push_back(same.size() == 1 ? same.front() : Merge(same));
  }
  return Value::Array(arena_.Copy(std::span<const Value>(merged)));
}

// Whether all schemas have the keyword with equal values.
bool Agree(const Values& schemas, std::string_view key) {
  const Value* first = schemas.front().Find(key);
  return first != nullptr && std::ranges::all_of(schemas, [&](const Value& schema) {
           const Value* own = schema.Find(key);
           return own != nullptr && Equal(*own, *first);
         });
}

Values All(const Values& schemas, std::string_view key) {
  Values found;
  for (const Value& schema : schemas) {
    if (const Value* value = schema.Find(key)) found.push_back(*value);
  }
  return found;
}

Value Skeletons::Merge(const Values& schemas) {
  std::vector<Member> merged;
  if (Agree(schemas, kType)) merged.push_back({kType, *schemas.front().Find(kType)});
  for (const std::string_view key : {kProperties, kPatternProperties}) {
    const Values maps = All(schemas, key);
    if (!maps.empty()) merged.push_back({key, maps.size() == 1 ? maps.front() : MergeMaps(maps)});
  }
  for (const std::string_view key : {kAdditionalProperties, kAdditionalItems}) {
    const Values found = All(schemas, key);
    if (!found.empty()) merged.push_back({key, found.size() == 1 ? found.front() : Merge(found)});
  }
  const Values items = All(schemas, kItems);
  if (!items.empty()) {
    merged.push_back({kItems, items.size() == 1 ? items.front() : MergeItems(items)});
  }
  const Values no_prune = All(schemas, kNoPrune);
  if (!no_prune.empty()) {
    merged.push_back({kNoPrune, Value::Bool(std::ranges::any_of(no_prune, IsTrue))});
  }
  return ObjectOf(merged);
}

}  // namespace

Value Skeleton(const Value& schema, base::Arena& arena) { return Skeletons(arena).Of(schema); }

}  // namespace structural::objects::kep
