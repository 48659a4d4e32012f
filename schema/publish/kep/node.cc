#include "schema/publish/kep/node.h"

namespace structural::publish::kep {

using json::Member;
using json::Value;

Node::Node(const Value& schema) {
  if (!schema.is_object()) return;
  for (const Member& member : schema.members()) members_.emplace_hint(members_.end(), member.key, member.value);
}

const Value* Node::Find(std::string_view key) const {
  const auto found = members_.find(key);
  return found == members_.end() ? nullptr : &found->second;
}

bool Node::IsTrue(std::string_view key) const {
  const Value* value = Find(key);
  return value != nullptr && value->kind() == Value::Kind::kBool && value->boolean();
}

Value Node::Build(base::Arena& arena) const {
  std::vector<Member> members;
  for (const auto& [key, value] : members_) members.push_back({key, value});
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

Value ArrayOf(const std::vector<Value>& elements, base::Arena& arena) {
  return Value::Array(arena.Copy(std::span<const Value>(elements)));
}

Value ArrayOf(const std::vector<std::string_view>& texts, base::Arena& arena) {
  std::vector<Value> elements;
  for (const std::string_view text : texts) elements.push_back(Value::String(text));
  return ArrayOf(elements, arena);
}

}  // namespace structural::publish::kep
