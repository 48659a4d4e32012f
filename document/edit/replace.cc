#include "document/edit/replace.h"

#include <algorithm>
#include <utility>

namespace structural::document {
namespace {

using Child = Value::Child;
using Kind = Value::Kind;

void Overwrite(Value& value, Value& from) {
  value.kind = from.kind;
  value.fresh = true;
  value.text = std::move(from.text);
  value.children = std::move(from.children);
}

// New members follow the member that they follow in `from`.
bool ReplaceMembers(Value& object, Value& from) {
  bool changed = std::erase_if(object.children,
                               [&](const Child& child) { return from.Find(child.key) < 0; }) > 0;
  std::ptrdiff_t after = -1;
  for (Child& child : from.children) {
    const std::ptrdiff_t found = object.Find(child.key);
    if (found >= 0) {
      changed |= Replace(*object.children[static_cast<std::size_t>(found)].value, *child.value);
      after = found;
    } else {
      object.children.insert(object.children.begin() + ++after, std::move(child));
      changed = true;
    }
  }
  return changed;
}

bool ReplaceElements(Value& array, Value& from) {
  auto &old = array.children, &now = from.children;
  const std::size_t less = std::min(old.size(), now.size());
  std::size_t front = 0, back = 0;
  while (front < less && Equal(*old[front].value, *now[front].value)) ++front;
  while (back < less - front &&
         Equal(*old[old.size() - 1 - back].value, *now[now.size() - 1 - back].value)) {
    ++back;
  }
  const std::size_t both = less - front - back;
  for (std::size_t i = front; i < front + both; ++i) Replace(*old[i].value, *now[i].value);
  const auto at = old.begin() + static_cast<std::ptrdiff_t>(front + both);
  const auto at_now = now.begin() + static_cast<std::ptrdiff_t>(front + both);
  const auto kept = static_cast<std::ptrdiff_t>(back);
  const auto rest = old.erase(at, old.end() - kept);
  old.insert(rest, at_now, now.end() - kept);
  return front + back < std::max(old.size(), now.size()) || both > 0;
}

bool ReplaceChildren(Value& value, Value& from) {
  return value.kind == Kind::kObject ? ReplaceMembers(value, from) : ReplaceElements(value, from);
}

}  // namespace

bool Replace(Value& value, Value& from) {
  if (Equal(value, from)) return false;
  const bool similar = value.kind == from.kind && value.IsCollection() && !value.fresh;
  if (similar && !from.children.empty()) {
    ReplaceChildren(value, from);
  } else {
    Overwrite(value, from);
  }
  value.changed = true;
  return true;
}

}  // namespace structural::document
