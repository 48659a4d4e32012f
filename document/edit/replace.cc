#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "document/edit/patch.h"

namespace structural::document {
namespace {

using Child = Value::Child;
using Children = std::vector<Child>;
using Kind = Value::Kind;

void Overwrite(Value& value, Value& from) {
  value.kind = from.kind;
  value.fresh = true;
  value.text = std::move(from.text);
  value.home = std::move(from.home);
  value.left_home = from.left_home;
  value.children = std::move(from.children);
  from.ForgetPlaces();
}

using Places = std::unordered_map<std::string_view, std::size_t>;

Places IndexByKey(const Children& members) {
  Places places;
  for (std::size_t i = 0; i < members.size(); ++i) places.emplace(members[i].key, i);
  return places;
}

// A new member is placed after the same member as in `from`.
void ReplaceMembers(Children& old, const Children& now) {
  const Places wanted = IndexByKey(now);
  std::erase_if(old, [&](const Child& child) { return !wanted.contains(child.key); });
  const Places places = IndexByKey(old);
  std::vector<Children> added(old.size() + 1);  // new members before each old one, and at the end
  std::size_t at = 0;
  for (const Child& child : now) {
    const auto found = places.find(child.key);
    if (found == places.end()) {
      added[at].push_back(child);
    } else {
      Replace(*old[found->second].value, *child.value);
      at = found->second + 1;
    }
  }
  Children members;
  for (std::size_t i = 0; i < added.size(); ++i) {
    members.insert(members.end(), added[i].begin(), added[i].end());
    if (i < old.size()) members.push_back(old[i]);
  }
  old = std::move(members);
}

// Equal elements at the start and the end stay; those between them are replaced one by one.
void ReplaceElements(Children& old, const Children& now) {
  const auto equal = [](const Child& a, const Child& b) { return Equal(*a.value, *b.value); };
  const std::size_t less = std::min(old.size(), now.size());
  std::size_t front = 0, back = 0;
  while (front < less && equal(old[front], now[front])) ++front;
  while (back < less - front &&
         equal(old.end()[-1 - static_cast<std::ptrdiff_t>(back)], now.end()[-1 - static_cast<std::ptrdiff_t>(back)])) {
    ++back;
  }
  const auto kept = static_cast<std::ptrdiff_t>(back);
  const auto both = static_cast<std::ptrdiff_t>(less - back);
  for (auto i = static_cast<std::ptrdiff_t>(front); i < both; ++i) {
    Replace(*old.begin()[i].value, *now.begin()[i].value);
  }
  const auto rest = old.erase(old.begin() + both, old.end() - kept);
  old.insert(rest, now.begin() + both, now.end() - kept);
}

}  // namespace

bool Replace(Value& value, Value& from) {
  if (Equal(value, from)) return false;
  const bool similar = value.kind == from.kind && value.IsCollection() && !value.fresh;
  if (!similar || from.children.empty()) {
    Overwrite(value, from);
  } else if (value.kind == Kind::kObject) {
    ReplaceMembers(value.children, from.children);
  } else {
    ReplaceElements(value.children, from.children);
  }
  value.ForgetPlaces();
  value.changed = true;
  return true;
}

}  // namespace structural::document
