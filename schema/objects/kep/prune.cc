#include "schema/objects/kep/prune.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/go/pattern.h"
#include "schema/json/members.h"
#include "schema/kubernetes/object_path.h"

namespace structural::objects::kep {
namespace {

using json::Member;
using json::Value;
using Schemas = std::vector<const Value*>;

// Prunes an object. A field can have several schemas: one for each pattern in patternProperties that its key matches.
class Pruning {
 public:
  explicit Pruning(bool nests) : nests_(nests) {}

  void Node(Value& value, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at);
  base::TextList dropped;

 private:
  void Members(Value& object, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at);
  void Elements(Value& array, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at);

  bool nests_;
};

void AddMatching(const Value& schema, std::string_view key, Schemas& to) {
  const Value* patterns = schema.Find(kPatternProperties);
  if (patterns == nullptr) return;
  for (const Member& member : patterns->members()) {
    if (go::Pattern::Cached(member.key).Matches(key)) to.push_back(&member.value);
  }
}

// Returns the schemas of a field; empty if no schema specifies the field.
Schemas SchemasOf(const Schemas& schemas, std::string_view key) {
  Schemas found;
  for (const Value* schema : schemas) {
    const std::size_t before = found.size();
    const Value* property = Below(schema->Find(kProperties), key);
    if (property != nullptr) found.push_back(property);
    AddMatching(*schema, key, found);
    const Value* additional = schema->Find(kAdditionalProperties);
    if (found.size() == before && additional != nullptr) found.push_back(additional);
  }
  return found;
}

Schemas SchemasAt(const Schemas& schemas, std::size_t index) {
  Schemas found;
  for (const Value* schema : schemas) {
    const Value* items = schema->Find(kItems);
    const Value* more = schema->Find(kAdditionalItems);
    if (items != nullptr && items->is_object()) {
      found.push_back(items);
    } else if (items != nullptr && index < items->elements().size()) {
      found.push_back(&items->elements()[index]);
    } else if (more != nullptr) {
      found.push_back(more);
    }
  }
  return found;
}

void Pruning::Members(Value& object, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at) {
  std::size_t kept = 0;
  for (Member& member : object.members()) {
    const Schemas inner = SchemasOf(schemas, member.key);
    if (inner.empty() && !excluded) {
      if (!dropped.full()) dropped.Add(at.Name(member.key).String());
      continue;
    }
    Node(member.value, inner, excluded, at.Name(member.key));
    object.members()[kept++] = member;
  }
  object.Truncate(kept);
}

void Pruning::Elements(Value& array, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at) {
  std::size_t index = 0;
  for (Value& element : array.elements()) {
    Node(element, SchemasAt(schemas, index), excluded, at.Index(index));
    ++index;
  }
}

// Prunes a value. `excluded`: whether the value is inside a value with x-kubernetes-no-prune: true. With
// Nesting::kAllowed, a nested x-kubernetes-no-prune: false ends this exclusion.
void Pruning::Node(Value& value, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at) {
  for (const Value* schema : schemas) {
    if (const Value* found = FindNoPrune(*schema)) excluded = IsTrue(*found);
  }
  if (excluded && !nests_) return;
  if (value.is_object()) Members(value, schemas, excluded, at);
  if (value.is_array()) Elements(value, schemas, excluded, at);
}

std::string Place(const kubernetes::ObjectPath& at) { return at.IsRoot() ? "the root" : at.Field().text; }

// Calls each(schema, path, excluded) for a schema and all schemas inside it. The result of a call is the argument
// `excluded` for the schemas directly inside that schema.
template <typename Each>
void Walk(const Value& schema, const kubernetes::ObjectPath& at, bool excluded, const Each& each) {
  if (!schema.is_object()) return;
  const bool inner = each(schema, at, excluded);
  for (const Member& member : schema.members()) {
    const kubernetes::ObjectPath place = at.Name(member.key);
    const auto& [key, value] = member;
    const bool map = key == kProperties || key == kPatternProperties;
    if (map && value.is_object()) {
      for (const Member& field : value.members()) Walk(field.value, place.Key(field.key), inner, each);
    } else if (value.is_array() && (key == kItems || IsCompositionKeyword(key))) {
      std::size_t index = 0;
      for (const Value& branch : value.elements()) Walk(branch, place.Index(index++), inner, each);
    } else if (key == kItems || key == kAdditionalItems || key == kAdditionalProperties || key == "not") {
      Walk(value, place, inner, each);
    }
  }
}

void CheckPolymorphism(const Value& skeleton, base::TextList& found) {
  Walk(skeleton, kubernetes::ObjectPath(), false, [&](const Value& schema, const kubernetes::ObjectPath& at, bool) {
    if (schema.Find(kProperties) == nullptr || found.full()) return false;
    for (const std::string_view other : {kAdditionalProperties, kPatternProperties}) {
      if (schema.Find(other) == nullptr) continue;
      found.Add(Place(at) + ": properties must not be specified together with " + std::string(other) +
                ", in different branches neither");
    }
    return false;
  });
}

void CheckNesting(const Value& schema, base::TextList& found) {
  Walk(schema, kubernetes::ObjectPath(), false,
       [&](const Value& inner, const kubernetes::ObjectPath& at, bool excluded) {
         const Value* no_prune = FindNoPrune(inner);
         if (no_prune == nullptr || found.full()) return excluded;
         if (!IsTrue(*no_prune)) found.Add(Place(at) + ": x-kubernetes-no-prune must be true");
         if (excluded) found.Add(Place(at) + ": x-kubernetes-no-prune must not be nested");
         return true;
       });
}

}  // namespace

base::Result<std::vector<std::string>> Prune(Value& object, const Value& schema, Nesting nesting, base::Arena& arena) {
  const auto restrictions = Restrictions(schema, nesting, arena);
  if (!restrictions.empty()) {
    return {base::ErrorCode::kInvalidInput, "the schema is not one to prune by: " + restrictions.front()};
  }
  const Value skeleton = Skeleton(schema, arena);
  Pruning pruning(nesting == Nesting::kAllowed);
  pruning.Node(object, {&skeleton}, false, kubernetes::ObjectPath());
  return std::move(pruning.dropped).TakeSorted();
}

base::Result<bool> IsPruned(std::string_view api_version, std::optional<bool> prune) {
  const bool v1beta1 = api_version == "apiextensions.k8s.io/v1beta1";
  if (!v1beta1 && !prune.value_or(true)) {
    return {base::ErrorCode::kInvalidInput,
            "prune: false is not allowed in v1; exclude parts by x-kubernetes-no-prune: true"};
  }
  return prune.value_or(!v1beta1);
}

std::vector<std::string> Restrictions(const Value& schema, Nesting nesting, base::Arena& arena) {
  base::TextList found;
  CheckPolymorphism(Skeleton(schema, arena), found);
  if (nesting == Nesting::kDisallowed) CheckNesting(schema, found);
  return std::move(found).Take();
}

namespace {

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

// Implements the function drop(s) of the KEP: keeps only the keywords of a skeleton, and replaces the schemas in them
// by their skeletons.
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
    if ((key == kAdditionalProperties || key == kAdditionalItems) && AllowsFurtherFields(value)) {
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
    if (!IsCompositionKeyword(member.key) || !member.value.is_array()) continue;
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

// Merges objects whose values are schemas, such as `properties`: the schemas of equal keys are merged.
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

// Merges values of `items`, each of which is a schema or a list of schemas. If at least one is a list, the result is a
// list: its elements are merged by index, and single schemas are merged into the first element.
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

// Whether all schemas have the keyword `key`, with equal values.
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
