// Set: a set of paths, such as the paths of the fields that a manager owns.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/arena_list.h"
#include "schema/merge/path_element.h"

namespace structural::merge {

struct Type;

// A tree of path elements in an arena. Plain data: a copy shares the nodes. The functions that change a set are Insert,
// the Add functions and SortMembers; they are for a set that is being built. The other functions do not change their
// arguments. Threads may share a set that no thread changes. The depth of a set is limited like that of the JSON from
// which it was made (schema/base/stack.h).
//
// Upstream: sigs.k8s.io/structured-merge-diff fieldpath/set.go Set (v6.4.2).
struct Set {
  struct Child {
    PathElement element;
    Set* set;  // never null; *set is never empty
  };

  bool empty() const { return members.empty() && children.empty(); }
  // Returns the paths below the element; nullptr if the set has none.
  const Set* Below(const PathElement& element) const;
  // Whether `members` has the element.
  bool Has(const PathElement& element) const;
  // Whether the path is in the set.
  bool Has(Path path) const;

  // The Add functions add an element at the end. If the elements were not added in ascending order, SortMembers must be
  // called before the set is used. AddChild ignores an empty set.
  void AddMember(const PathElement& element, base::Arena& arena);
  void AddChild(const PathElement& element, const Set& set, base::Arena& arena);
  void SortMembers();
  // Adds a path at its sorted position. Ignores an empty path. Precondition: the set is sorted, and no copy of it is in
  // use.
  void Insert(Path path, base::Arena& arena);

  ArenaList<PathElement> members;  // sorted
  ArenaList<Child> children;  // sorted; the elements that have paths below them, whether or not they are in `members`
  bool sorted = true;         // false: SortMembers must be called
};

Set Union(const Set& a, const Set& b, base::Arena& arena);
Set Intersection(const Set& a, const Set& b, base::Arena& arena);
// Returns the paths that are in `a` and not in `b`.
Set Difference(const Set& a, const Set& b, base::Arena& arena);
// Returns the paths in `a`, except those that are in `b` or below a path in `b`.
Set RecursiveDifference(const Set& a, const Set& b, base::Arena& arena);
bool Equal(const Set& a, const Set& b);

// Returns the set and, in addition, the path of each declared field that has paths below it in the set. `type` may be
// null; then no field is declared.
//
// Upstream: fieldpath/set.go EnsureNamedFieldsAreMembers (v6.4.2).
Set WithNamedFields(const Set& set, const Type* type, base::Arena& arena);

// Calls `visit` for each path in the set: first for the members, then for the paths inside the children. The path is
// valid during the call only.
void ForEachPath(const Set& set, const std::function<void(Path)>& visit);

// Returns the set in the format fieldsV1: an object with sorted keys.
//
// Upstream: fieldpath/serialize.go Set.ToJSON (v6.4.2).
json::Value FieldsV1(const Set& set, base::Arena& arena, FieldsFormat format = FieldsFormat::kV6);

// A key of fieldsV1 that cannot be parsed, or whose value is not an object.
struct UnreadableKey {
  enum class Reason { kElement, kKeysAreNoObject, kValueIsNoObject };
  std::string_view text;  // text of the key in fieldsV1
  Reason reason = Reason::kElement;
  bool is_root = false;                        // whether the value that is not an object is fieldsV1 itself
  bool is_array = false;                       // whether the value that is not an object is an array
  std::vector<std::string_view> parents = {};  // keys of the objects around the key, from the innermost one
};

// Decodes fieldsV1; null is decoded as the empty set. The set points into `fields` and the arena. The text of an error
// differs from Kubernetes' text (see fields_error.h). On an error, sets `*key` if `key` is not null.
//
// Upstream: fieldpath/serialize.go Set.FromJSON (v6.4.2).
base::Result<Set> ReadFieldsV1(const json::Value& fields, base::Arena& arena, FieldsFormat format = FieldsFormat::kV6,
                               UnreadableKey* key = nullptr);

}  // namespace structural::merge
