#include "schema/json/members.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>

namespace structural::json {
namespace {

constexpr std::ptrdiff_t kFew = 24;

bool Ascending(std::span<const Member> members) {
  return std::ranges::adjacent_find(members, std::ranges::greater_equal(), &Member::key) == members.end();
}

// Sorts stably by key, and allocates no memory. Fast for small objects, which are the most frequent ones.
void InsertionSort(std::span<Member> members) {
  for (std::size_t i = 1; i < members.size(); ++i) {
    const Member member = members[i];
    std::size_t at = i;
    for (; at > 0 && member.key < members[at - 1].key; --at) members[at] = members[at - 1];
    members[at] = member;
  }
}

}  // namespace

std::size_t SortByKey(std::span<Member> members) {
  if (Ascending(members)) return members.size();
  if (std::ssize(members) <= kFew) {
    InsertionSort(members);
  } else {
    std::ranges::stable_sort(members, {}, &Member::key);
  }
  std::size_t kept = 0;
  for (const Member& member : members) {
    if (kept > 0 && members[kept - 1].key == member.key) --kept;
    members[kept++] = member;
  }
  return kept;
}

Value& Set(Value& object, std::string_view key, const Value& value, base::Arena& arena) {
  if (Value* found = object.Find(key)) return *found = value;
  const auto before = object.members();
  const auto place = std::ranges::lower_bound(before, key, {}, &Member::key);
  auto* after = static_cast<Member*>(arena.Allocate((before.size() + 1) * sizeof(Member), alignof(Member)));
  Member* added = std::uninitialized_copy(before.begin(), place, after);
  std::construct_at(added, key, value);
  std::uninitialized_copy(place, before.end(), added + 1);
  object = Value::Object({after, before.size() + 1});
  return added->value;
}

Value Take(Value& object, std::string_view key) {
  Value* found = object.Find(key);
  if (found == nullptr) return {};
  const Value value = *found;
  const auto members = object.members();
  const auto place = std::ranges::lower_bound(members, key, {}, &Member::key);
  std::copy(place + 1, members.end(), place);
  object.Truncate(members.size() - 1);
  return value;
}

void Rename(Value& object, std::string_view from, std::string_view to) {
  const auto members = object.members();
  const auto place = std::ranges::find(members, from, &Member::key);
  if (place == members.end()) return;
  place->key = to;
  InsertionSort(members);
}

Value DeepCopy(const Value& value, base::Arena& arena) {
  if (value.is_array()) {
    const auto elements = arena.Copy(std::span<const Value>(value.elements()));
    for (Value& element : elements) element = DeepCopy(element, arena);
    return Value::Array(elements);
  }
  if (!value.is_object()) return value;
  const auto members = arena.Copy(std::span<const Member>(value.members()));
  for (Member& member : members) member.value = DeepCopy(member.value, arena);
  return Value::Object(members);
}

}  // namespace structural::json
