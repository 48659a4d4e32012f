// Set: a set of paths of fields, such as the fields that a manager owns.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/arena_list.h"
#include "schema/merge/path_element.h"

namespace structural::merge {

struct Type;

// A tree of path elements in an arena. Plain data: a copy shares the nodes. The functions below return new sets and do
// not change their arguments, except Insert and the Add functions of a set that is being built. Threads may share a set
// that no thread changes. The depth of a set is that of the JSON it was made from (schema/base/stack.h).
//
// Upstream: sigs.k8s.io/structured-merge-diff fieldpath/set.go Set (v6.4.2).
struct Set {
  struct Child {
    PathElement element;
    Set* set;  // never null; the set is never empty
  };

  bool empty() const { return members.empty() && children.empty(); }
  // Returns nullptr if nothing is below the element.
  const Set* Below(const PathElement& element) const;
  bool Has(const PathElement& element) const;
  bool Has(Path path) const;

  // Add an element. Elements that are added out of order need a Seal before the set is used.
  void AddMember(const PathElement& element, base::Arena& arena);
  void AddChild(const PathElement& element, const Set& set, base::Arena& arena);
  void Seal();
  // Adds the path. An empty path is ignored. The set must be sealed, and no copy of it may be in use.
  void Insert(Path path, base::Arena& arena);

  ArenaList<PathElement> members;  // sorted
  ArenaList<Child> children;       // sorted: elements with paths below them; such an element need not be in `members`
  bool sorted = true;
};

Set Union(const Set& a, const Set& b, base::Arena& arena);
Set Intersection(const Set& a, const Set& b, base::Arena& arena);
// Returns the paths of `a` that are not in `b`.
Set Difference(const Set& a, const Set& b, base::Arena& arena);
// Returns the paths of `a` that are neither in `b` nor below a path in `b`.
Set RecursiveDifference(const Set& a, const Set& b, base::Arena& arena);
bool Equal(const Set& a, const Set& b);

// Adds each declared field of the type that has members below it. `type` may be null.
//
// Upstream: fieldpath/set.go EnsureNamedFieldsAreMembers (v6.4.2).
Set WithNamedFields(const Set& set, const Type* type, base::Arena& arena);

// Calls `visit` for each path: the members of a set first, then the paths of its children.
void ForEachPath(const Set& set, const std::function<void(Path)>& visit);

// Returns the set as fieldsV1: an object whose keys are sorted.
//
// Upstream: fieldpath/serialize.go Set.ToJSON (v6.4.2).
json::Value FieldsV1(const Set& set, base::Arena& arena);

// A member of fieldsV1 that cannot be read.
struct UnreadableKey {
  enum class Reason { kElement, kKeysAreNoObject, kValueIsNoObject };
  std::string_view text;  // text of the key
  Reason reason = Reason::kElement;
};

// Reads fieldsV1. Null is the empty set. The set points into `fields` and the arena. The error has
// another text than in Kubernetes. If a key cannot be read, sets `key`, unless it is null.
//
// Upstream: fieldpath/serialize.go Set.FromJSON (v6.4.2).
base::Result<Set> ReadFieldsV1(const json::Value& fields, base::Arena& arena,
                               std::optional<UnreadableKey>* key = nullptr);

}  // namespace structural::merge
