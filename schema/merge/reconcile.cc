#include "schema/merge/typed_value.h"

namespace structural::merge {
namespace {

class ReconcileWalk {
 public:
  explicit ReconcileWalk(base::Arena& arena) : arena_(arena) {}

  void Node(const Type* type, const Set* below, bool is_whole);
  Set removed, added;
  bool is_changed = false;

 private:
  template <typename TypeBelow>
  void Elements(const Set& set, TypeBelow type_below);
  void BecomeAtomic() {
    removed.Insert(path_, arena_);
    added.Insert(path_, arena_);
    is_changed = true;
  }

  base::Arena& arena_;
  std::vector<PathElement> path_;
};

template <typename TypeBelow>
void ReconcileWalk::Elements(const Set& set, TypeBelow type_below) {
  const auto visit = [&](const PathElement& element, bool is_member) {
    const Type* type = type_below(element);
    if (type == nullptr) return;
    const Set* below = set.Below(element);
    path_.push_back(element);
    Node(type, below, is_member && below == nullptr);
    path_.pop_back();
  };
  for (const Set::Child& child : set.children) {
    if (!set.Has(child.element)) visit(child.element, false);
  }
  for (const PathElement& member : set.members) visit(member, true);
}

// `below` is null if the set has nothing below. `is_whole`: the set has the value and nothing below.
void ReconcileWalk::Node(const Type* type, const Set* below, bool is_whole) {
  if (type->map != nullptr) {
    const MapType& map = *type->map;
    if (map.untyped) return;
    if (!is_whole && map.atomic) {
      if (below != nullptr && !below->empty()) BecomeAtomic();
    } else if (below != nullptr) {
      Elements(*below, [&](const PathElement& element) {
        return element.kind == PathElement::Kind::kField ? map.TypeOf(element.name()) : map.element;
      });
    }
  } else if (type->scalar == Scalar::kNone && type->list != nullptr) {
    const ListType& list = *type->list;
    if (!is_whole && list.relationship == ListRelationship::kAtomic) {
      BecomeAtomic();
    } else if (below != nullptr) {
      Elements(*below, [&](const PathElement&) { return list.element; });
    }
  }
}

}  // namespace

bool Reconcile(Set& set, const Type* type, base::Arena& arena) {
  if (type == nullptr) return false;
  ReconcileWalk walk(arena);
  walk.Node(type, &set, false);
  if (!walk.is_changed) return false;
  set = Union(RecursiveDifference(set, walk.removed, arena), walk.added, arena);
  return true;
}

}  // namespace structural::merge
