#include "schema/unions/union.h"

#include <algorithm>

namespace structural::unions {

using json::Member;
using json::Value;

SetFields FindSetFields(const Value* object, const Union& of) {
  SetFields set;
  if (object == nullptr) return set;
  for (const UnionMember& member : of.members) {
    const Value* found = object->Find(member.field);
    if (found != nullptr && !found->is_null()) set.push_back(&member);
  }
  return set;
}

SetFields AddedFields(const SetFields& before, const SetFields& now) {
  SetFields added;
  std::ranges::copy_if(now, std::back_inserter(added),
                       [&](auto* field) { return std::ranges::count(before, field) == 0; });
  return added;
}

std::string_view DiscriminatorIn(const Value* object, const Union& of) {
  if (object == nullptr || !of.discriminator) return {};
  const Value* found = object->Find(*of.discriminator);
  return found != nullptr && found->is_string() ? found->text() : std::string_view();
}

void ClearOtherFields(std::string_view kept, const Union& of, Value& object) {
  const auto cleared = [&](const Member& member) {
    return member.key != kept && std::ranges::binary_search(of.members, member.key, {}, &UnionMember::field);
  };
  const auto rest = std::ranges::remove_if(object.members(), cleared);
  object.Truncate(object.members().size() - rest.size());
}

void SetDiscriminator(std::string_view value, const Union& of, Value& object, base::Arena& arena) {
  if (!of.discriminator) return;
  if (Value* found = object.Find(*of.discriminator)) {
    *found = Value::String(value);
    return;
  }
  std::vector<Member> members(object.members().begin(), object.members().end());
  const auto place = std::ranges::lower_bound(members, *of.discriminator, {}, &Member::key);
  members.insert(place, {*of.discriminator, Value::String(value)});
  object = Value::Object(arena.Copy(std::span<const Member>(members)));
}

}  // namespace structural::unions
