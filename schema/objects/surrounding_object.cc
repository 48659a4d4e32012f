#include "schema/objects/surrounding_object.h"

#include <algorithm>

namespace structural::objects {

using json::Member;
using json::Value;

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

Value WithTypeMeta(const Value& object, base::Arena& arena) {
  std::vector<Member> members(object.members().begin(), object.members().end());
  if (object.Find("apiVersion") == nullptr) {
    members.push_back({"apiVersion", Value::String("validation/v1")});
  }
  if (object.Find("kind") == nullptr) members.push_back({"kind", Value::String("Validation")});
  std::ranges::sort(members, {}, &Member::key);
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace structural::objects
