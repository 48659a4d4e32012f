#include "schema/objects/default_values.h"

#include <algorithm>

#include "schema/json/write.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"

namespace structural::objects {

using json::Member;
using json::Value;

namespace {

using crd::Structural;
using json::Parser;

class DefaultsPruning {
 public:
  DefaultsPruning(const Structural& root, base::Arena& arena) : root_(root), arena_(arena) {}

  const Structural* Node(const Structural& schema);
  bool failed = false;

 private:
  crd::JsonText Pruned(crd::JsonText text);
  const Structural* Child(std::string_view key, const Structural& schema);
  crd::Map<Structural> Fields(const crd::Map<Structural>& fields);

  const Structural& root_;
  base::Arena& arena_;
  SurroundingObject place_;
};

// Returns an empty text if pruning removes the default.
crd::JsonText DefaultsPruning::Pruned(crd::JsonText text) {
  const base::Arena::Mark before = arena_.Here();
  const auto value = Parser(arena_).Parse(text);
  auto object = value.ok() ? place_.Around(*value, arena_) : std::nullopt;
  if (!object) {
    failed = true;
    return text;
  }
  CoerceObjectMeta(kubernetes::ObjectPath(), *object, &root_, true, MalformedMetadata::kIsDropped, arena_);
  Prune(*object, &root_, true);
  const auto pruned = place_.In(*object);
  std::string written;
  if (pruned && !pruned->is_null()) AppendJson(*pruned, written);
  arena_.Rewind(before);
  return written.empty() ? crd::JsonText() : arena_.Copy(written);
}

const Structural* DefaultsPruning::Child(std::string_view key, const Structural& schema) {
  place_.EnterKey(key);
  const Structural* pruned = Node(schema);
  place_.Leave();
  return pruned;
}

crd::Map<Structural> DefaultsPruning::Fields(const crd::Map<Structural>& fields) {
  using Entry = crd::Map<Structural>::Entry;
  if (fields.empty()) return fields;
  std::vector<Entry> pruned(fields.begin(), fields.end());
  for (Entry& field : pruned) field.value = Child(field.key, *field.value);
  return crd::Map<Structural>(arena_.Copy(std::span<const Entry>(pruned)));
}

const Structural* DefaultsPruning::Node(const Structural& schema) {
  auto* node = arena_.New<Structural>();
  *node = schema;
  if (!schema.generic.default_value.empty()) {
    node->generic.default_value = Pruned(schema.generic.default_value);
  }
  if (schema.additional_properties != nullptr && schema.additional_properties->structural) {
    auto* additional = arena_.New<crd::StructuralOrBool>();
    *additional = *schema.additional_properties;
    additional->structural = Child("*", *additional->structural);
    node->additional_properties = additional;
  }
  if (schema.items != nullptr) {
    place_.EnterElement();
    node->items = Node(*schema.items);
    place_.Leave();
  }
  node->properties = Fields(schema.properties);
  return node;
}

}  // namespace

std::optional<Value> SurroundingObject::Around(const Value& value, base::Arena& arena) const {
  Value inner = value;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    if (*step) {
      auto* member = arena.New<Member>();
      *member = {**step, inner};
      inner = Value::Object({member, 1});
    } else {
      auto* element = arena.New<Value>();
      *element = inner;
      inner = Value::Array({element, 1});
    }
  }
  return inner.is_object() ? std::optional(inner) : std::nullopt;
}

std::optional<Value> SurroundingObject::In(const Value& root) const {
  Value at = root;
  for (const auto& step : steps_) {
    if (step) {
      const Value* next = at.Find(*step);
      if (next == nullptr) return std::nullopt;
      at = *next;
    } else {
      if (!at.is_array() || at.elements().empty()) return std::nullopt;
      at = at.elements().front();
    }
  }
  return at;
}

Value CopyWithTypeMeta(const Value& object, base::Arena& arena) {
  std::vector<Member> members(object.members().begin(), object.members().end());
  if (object.Find("apiVersion") == nullptr) {
    members.push_back({"apiVersion", Value::String("validation/v1")});
  }
  if (object.Find("kind") == nullptr) members.push_back({"kind", Value::String("Validation")});
  std::ranges::sort(members, {}, &Member::key);
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

base::Result<const Structural*> PruneDefaults(const Structural& schema, base::Arena& arena) {
  DefaultsPruning pruning(schema, arena);
  const Structural* pruned = pruning.Node(schema);
  if (!pruning.failed) return pruned;
  return {base::ErrorCode::kInvalidInput, "the default of the root must be an object"};
}

}  // namespace structural::objects
