// TypedValue: a value with its type, and the operations of server-side apply on typed values.
//
// Values are shared, not copied: a result points into the arguments and the arena. The depth of recursive functions is
// limited by the number of levels of the values (schema/base/stack.h).
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/output_budget.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/set.h"
#include "schema/merge/type.h"

namespace structural::merge {

// Plain data. The type and the value must outlive the TypedValue.
//
// Upstream: sigs.k8s.io/structured-merge-diff typed/typed.go TypedValue (v6.4.2).
struct TypedValue {
  const Type* type = nullptr;
  const json::Value* value = nullptr;  // null: the value does not exist, like an object before it is created
};

// Errors about values that their types do not allow. Each error has the path of its value. The size of the texts is
// limited (base/output_budget.h). Owns its texts.
//
// Upstream: typed/helpers.go ValidationErrors (v6.4.2).
class TypeErrors {
 public:
  void Add(Path path, std::string_view message);
  // Keeps only the first `size` errors.
  void Truncate(std::size_t size) { texts_.resize(size); }
  std::size_t size() const { return texts_.size(); }
  bool empty() const { return texts_.empty(); }
  // Returns the path of the first error's value; empty if no error was added. It points into the validated value.
  Path first_path() const { return first_path_; }
  // Returns the text of a single error, or of a list of errors, in Kubernetes' format. The list is sorted here, while
  // Kubernetes' list has the random order of a Go map.
  std::string Text() const;

 private:
  base::OutputBudget budget_;
  std::vector<std::string> texts_;
  std::vector<PathElement> first_path_;
};

// Whether a list may have several items with the same path element.
enum class Duplicates { kForbidden, kAllowed };

// Returns an error for each part of a value that its type does not allow. Each type allows null.
//
// Upstream: typed/validate.go (v6.4.2).
TypeErrors Validate(const TypedValue& value, Duplicates duplicates, base::Arena& arena);

// Returns the paths of the fields that a manager owns after it applied the value. Precondition of this function and of
// those below: the types allow the values, but lists may contain duplicates.
//
// Upstream: typed/tofieldset.go (v6.4.2).
Set FieldsOf(const TypedValue& value, base::Arena& arena);

// Merges `applied` into `live`. If `live` has several items with the same path element, the applied item replaces all
// of them.
//
// Upstream: typed/merge.go (v6.4.2).
base::Result<TypedValue> Merge(const TypedValue& live, const TypedValue& applied, base::Arena& arena);

// The differences between two values of the same type, as sets of paths.
//
// Upstream: typed/compare.go (v6.4.2).
struct Comparison {
  Set removed;
  Set modified;
  Set added;

  // Removes the paths in `fields`, and all paths below them, from the differences.
  void Exclude(const Set& fields, base::Arena& arena);
};
base::Result<Comparison> Compare(const TypedValue& old, const TypedValue& updated, base::Arena& arena);

// Returns the value without the items and fields in `items`. A map or list that becomes empty is replaced by null.
//
// Upstream: typed/remove.go (v6.4.2).
TypedValue RemoveItems(const TypedValue& value, const Set& items, base::Arena& arena);
// Returns a value that has only the items and fields in `items`. If `with_keys` is true, list items also have their
// list map keys.
TypedValue ExtractItems(const TypedValue& value, const Set& items, bool with_keys, base::Arena& arena);

// Adapts `set` to a type that changed from granular to atomic: a manager that owned a part of a value then owns the
// whole value. Returns true if `set` changed. `type` may be null; then `set` does not change.
//
// Upstream: typed/reconcile_schema.go ReconcileFieldSetWithSchema (v6.4.2).
bool Reconcile(Set& set, const Type* type, base::Arena& arena);

}  // namespace structural::merge
