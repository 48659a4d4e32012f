#include "schema/merge/set.h"

#include <algorithm>
#include <vector>

#include "schema/json/members.h"
#include "schema/merge/type.h"

namespace structural::merge {
namespace {

using json::Member;
using json::Value;

const PathElement& ElementOf(const PathElement& element) { return element; }
const PathElement& ElementOf(const Set::Child& child) { return child.element; }

template <typename T>
T* LowerBound(const ArenaList<T>& list, const PathElement& element) {
  return std::lower_bound(list.begin(), list.end(), element,
                          [](const T& a, const PathElement& b) { return Compare(ElementOf(a), b) < 0; });
}

template <typename T>
T* FindIn(const ArenaList<T>& list, const PathElement& element) {
  T* found = LowerBound(list, element);
  return found != list.end() && Compare(ElementOf(*found), element) == 0 ? found : nullptr;
}

// Visits the elements of two sorted lists in their common order. Calls `only_a` for each element that only `a` has,
// `only_b` for each element that only `b` has, and `both` for each pair of equal elements.
template <typename T, typename U, typename OnlyA, typename OnlyB, typename Both>
void Zip(const ArenaList<T>& a, const ArenaList<U>& b, OnlyA only_a, OnlyB only_b, Both both) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const int order = Compare(ElementOf(a[i]), ElementOf(b[j]));
    if (order < 0) {
      only_a(a[i++]);
    } else if (order > 0) {
      only_b(b[j++]);
    } else {
      both(a[i++], b[j++]);
    }
  }
  while (i < a.size()) only_a(a[i++]);
  while (j < b.size()) only_b(b[j++]);
}

constexpr auto kIgnore = [](const auto&) {};

// Adds `set` as the paths below `element` to `to`. Does nothing if `set` is empty.
void AddNode(Set& to, const PathElement& element, const Set& set, base::Arena& arena) {
  if (!set.empty()) to.children.Add({element, new (arena.New<Set>()) Set(set)}, arena);
}

// Sorts a list. If several elements are equal, keeps only the last of them.
template <typename T>
void SortUnique(ArenaList<T>& list) {
  std::stable_sort(list.begin(), list.end(),
                   [](const T& a, const T& b) { return Compare(ElementOf(a), ElementOf(b)) < 0; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + 1 < list.size() && Compare(ElementOf(list[i]), ElementOf(list[i + 1])) == 0) continue;
    list[kept++] = list[i];
  }
  list.Truncate(kept);
}

template <typename T>
bool IsInOrder(const ArenaList<T>& list, const PathElement& element) {
  return list.empty() || Compare(ElementOf(list.back()), element) < 0;
}

void ForEachBelow(const Set& set, std::vector<PathElement>& prefix, const std::function<void(Path)>& visit) {
  for (const PathElement& member : set.members) {
    prefix.push_back(member);
    visit(prefix);
    prefix.pop_back();
  }
  for (const Set::Child& child : set.children) {
    prefix.push_back(child.element);
    ForEachBelow(*child.set, prefix, visit);
    prefix.pop_back();
  }
}

// Returns the set in the format fieldsV1. `is_member`: whether the set around `set` contains the value itself, too, not
// only fields in it. If true, the result has the key ".".
Value FieldsOf(const Set& set, bool is_member, FieldsFormat format, base::Arena& arena) {
  ArenaList<Member> fields;
  fields.Reserve(set.members.size() + set.children.size() + 1, arena);
  if (is_member) fields.Add({".", Value::Object({})}, arena);
  const auto name = [&](const PathElement& element) { return arena.Copy(KeyText(element, format)); };
  Zip(
      set.members, set.children,
      [&](const PathElement& member) {
        fields.Add({name(member), Value::Object({})}, arena);
      },
      [&](const Set::Child& child) {
        fields.Add({name(child.element), FieldsOf(*child.set, false, format, arena)}, arena);
      },
      [&](const PathElement& member, const Set::Child& child) {
        fields.Add({name(member), FieldsOf(*child.set, true, format, arena)}, arena);
      });
  fields.Truncate(json::SortByKey(fields.span()));
  return Value::Object(fields.span());
}

base::Error NoObject() { return {base::ErrorCode::kInvalidInput, "fieldsV1 has a value that is not an object"}; }

// Decodes fieldsV1 into `set`. Sets `is_member` to whether `fields` has the key ".": the set around `set` then contains
// the value itself, too. On an error, sets `unreadable`. Precondition: `fields` is an object or null.
base::Status ReadFields(const Value& fields, FieldsFormat format, Set& set, bool& is_member, UnreadableKey& unreadable,
                        base::Arena& arena) {
  is_member = false;
  for (const Member& member : fields.is_null() ? std::span<Member>() : fields.members()) {
    if (member.key == ".") {
      is_member = true;
      continue;
    }
    const auto element = ReadKeyText(member.key, arena, format);
    if (!element.ok()) {
      const bool is_key = member.key.starts_with("k:") && member.key.size() > 2;
      const bool is_json = is_key && json::Parser(arena).Parse(member.key.substr(2)).ok();
      unreadable = {member.key, is_json ? UnreadableKey::Reason::kKeysAreNoObject : UnreadableKey::Reason::kElement};
      return element.error();
    }
    if (!*element) continue;
    if (!member.value.is_object() && !member.value.is_null()) {
      unreadable = {member.key, UnreadableKey::Reason::kValueIsNoObject, false, member.value.is_array()};
      return NoObject();
    }
    Set below;
    bool is_own = false;
    base::Status read = ReadFields(member.value, format, below, is_own, unreadable, arena);
    if (!read.ok()) {
      unreadable.parents.push_back(member.key);
      return read;
    }
    if (is_own) set.AddMember(**element, arena);
    set.AddChild(**element, below, arena);
  }
  set.SortMembers();
  is_member |= set.empty();
  return base::Ok();
}

}  // namespace

const Set* Set::Below(const PathElement& element) const {
  const Child* found = FindIn(children, element);
  return found == nullptr ? nullptr : found->set;
}

bool Set::Has(const PathElement& element) const { return FindIn(members, element) != nullptr; }

bool Set::Has(Path path) const {
  const Set* at = this;
  for (; path.size() > 1 && at != nullptr; path = path.subspan(1)) at = at->Below(path.front());
  return !path.empty() && at != nullptr && at->Has(path.front());
}

void Set::AddMember(const PathElement& element, base::Arena& arena) {
  sorted &= IsInOrder(members, element);
  members.Add(element, arena);
}

void Set::AddChild(const PathElement& element, const Set& set, base::Arena& arena) {
  if (set.empty()) return;
  sorted &= IsInOrder(children, element);
  AddNode(*this, element, set, arena);
}

void Set::SortMembers() {
  if (sorted) return;
  SortUnique(members);
  SortUnique(children);
  sorted = true;
}

void Set::Insert(Path path, base::Arena& arena) {
  Set* at = this;
  for (; path.size() > 1; path = path.subspan(1)) {
    Child* child = LowerBound(at->children, path.front());
    if (child == at->children.end() || Compare(child->element, path.front()) != 0) {
      const std::size_t index = child - at->children.begin();
      at->children.Insert(index, {path.front(), arena.New<Set>()}, arena);
      child = &at->children[index];
    }
    at = child->set;
  }
  if (path.empty()) return;
  const PathElement* found = LowerBound(at->members, path.front());
  if (found != at->members.end() && Compare(*found, path.front()) == 0) return;
  at->members.Insert(found - at->members.begin(), path.front(), arena);
}

Set Union(const Set& a, const Set& b, base::Arena& arena) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  Set all;
  const auto member = [&](const PathElement& element) { all.members.Add(element, arena); };
  Zip(a.members, b.members, member, member,
      [&](const PathElement&, const PathElement& element) { all.members.Add(element, arena); });
  const auto child = [&](const Set::Child& node) { all.children.Add(node, arena); };
  Zip(a.children, b.children, child, child,
      [&](const Set::Child& x, const Set::Child& y) { AddNode(all, x.element, Union(*x.set, *y.set, arena), arena); });
  return all;
}

Set Intersection(const Set& a, const Set& b, base::Arena& arena) {
  Set common;
  if (a.empty() || b.empty()) return common;
  Zip(a.members, b.members, kIgnore, kIgnore,
      [&](const PathElement& element, const PathElement&) { common.members.Add(element, arena); });
  Zip(a.children, b.children, kIgnore, kIgnore, [&](const Set::Child& x, const Set::Child& y) {
    AddNode(common, x.element, Intersection(*x.set, *y.set, arena), arena);
  });
  return common;
}

Set Difference(const Set& a, const Set& b, base::Arena& arena) {
  if (a.empty() || b.empty()) return a;
  Set rest;
  Zip(
      a.members, b.members, [&](const PathElement& element) { rest.members.Add(element, arena); }, kIgnore,
      [](const PathElement&, const PathElement&) {});
  Zip(
      a.children, b.children, [&](const Set::Child& node) { rest.children.Add(node, arena); }, kIgnore,
      [&](const Set::Child& x, const Set::Child& y) {
        AddNode(rest, x.element, Difference(*x.set, *y.set, arena), arena);
      });
  return rest;
}

Set RecursiveDifference(const Set& a, const Set& b, base::Arena& arena) {
  if (a.empty() || b.empty()) return a;
  Set rest;
  Zip(
      a.members, b.members, [&](const PathElement& element) { rest.members.Add(element, arena); }, kIgnore,
      [](const PathElement&, const PathElement&) {});
  Zip(
      a.children, b.children,
      [&](const Set::Child& node) {
        if (!b.Has(node.element)) rest.children.Add(node, arena);
      },
      kIgnore,
      [&](const Set::Child& x, const Set::Child& y) {
        if (!b.Has(x.element)) AddNode(rest, x.element, RecursiveDifference(*x.set, *y.set, arena), arena);
      });
  return rest;
}

bool Equal(const Set& a, const Set& b) {
  const auto same = [](const PathElement& x, const PathElement& y) { return Compare(x, y) == 0; };
  return std::ranges::equal(a.members, b.members, same) &&
         std::ranges::equal(a.children, b.children, [&](const Set::Child& x, const Set::Child& y) {
           return same(x.element, y.element) && (x.set == y.set || Equal(*x.set, *y.set));
         });
}

Set WithNamedFields(const Set& set, const Type* type, base::Arena& arena) {
  Set all;
  all.members.Reserve(set.members.size() + set.children.size(), arena);
  all.children.Reserve(set.children.size(), arena);
  const MapType* map = type == nullptr ? nullptr : type->map;
  const ListType* list = type == nullptr ? nullptr : type->list;
  const auto is_named = [&](const PathElement& element) {
    return element.kind == PathElement::Kind::kField && map != nullptr && map->Find(element.name()) != nullptr;
  };
  Zip(
      set.members, set.children, [&](const PathElement& member) { all.members.Add(member, arena); },
      [&](const Set::Child& child) {
        if (is_named(child.element)) all.members.Add(child.element, arena);
      },
      [&](const PathElement& member, const Set::Child&) { all.members.Add(member, arena); });
  for (const Set::Child& child : set.children) {
    const Type* below = nullptr;
    if (child.element.kind == PathElement::Kind::kField && map != nullptr) {
      below = map->TypeOf(child.element.name());
    } else if (child.element.kind == PathElement::Kind::kKey && list != nullptr) {
      below = list->element;
    }
    AddNode(all, child.element, WithNamedFields(*child.set, below, arena), arena);
  }
  return all;
}

void ForEachPath(const Set& set, const std::function<void(Path)>& visit) {
  std::vector<PathElement> prefix;
  ForEachBelow(set, prefix, visit);
}

Value FieldsV1(const Set& set, base::Arena& arena, FieldsFormat format) { return FieldsOf(set, false, format, arena); }

base::Result<Set> ReadFieldsV1(const Value& fields, base::Arena& arena, FieldsFormat format, UnreadableKey* key) {
  Set set;
  bool is_member = false;
  UnreadableKey unreadable{{}, UnreadableKey::Reason::kValueIsNoObject, true, fields.is_array()};
  const bool is_object = fields.is_object() || fields.is_null();
  base::Status read = is_object ? ReadFields(fields, format, set, is_member, unreadable, arena) : NoObject();
  if (key != nullptr) *key = unreadable;
  if (!read.ok()) return read.error();
  return set;
}

}  // namespace structural::merge
