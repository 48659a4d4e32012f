#include "schema/objects/kep/prune.h"

#include <utility>

#include "schema/base/output_budget.h"
#include "schema/go/pattern.h"
#include "schema/json/members.h"
#include "schema/kubernetes/object_path.h"

namespace structural::objects::kep {
namespace {

using json::Member;
using json::Value;
using Schemas = std::vector<const Value*>;

// Visits an object together with its schemas. A field may have several: one for each pattern that matches its key.
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

// Returns the schemas of a field; empty: not specified.
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

// If nesting is allowed, a nested false ends an outer true.
void Pruning::Node(Value& value, const Schemas& schemas, bool excluded, const kubernetes::ObjectPath& at) {
  for (const Value* schema : schemas) {
    if (const Value* found = FindNoPrune(*schema)) excluded = IsTrue(*found);
  }
  if (excluded && !nests_) return;
  if (value.is_object()) Members(value, schemas, excluded, at);
  if (value.is_array()) Elements(value, schemas, excluded, at);
}

std::string Place(const kubernetes::ObjectPath& at) { return at.IsRoot() ? "the root" : at.Field().text; }

// Calls each(schema, its path, state of the outer schema) for a schema and all schemas inside it. Returned values
// become the state for inner schemas.
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
    } else if (value.is_array() && (key == kItems || IsJunctor(key))) {
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

}  // namespace structural::objects::kep
