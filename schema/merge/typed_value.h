// TypedValue: a value with its type, and what server-side apply does with one or two of them.
//
// Values are shared, not copied: a result points into the arguments and the arena. Recursion is bounded by the levels of
// the values (schema/base/stack.h).
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

// Plain data. The type and the value must outlive it.
//
// Upstream: sigs.k8s.io/structured-merge-diff typed/typed.go TypedValue (v6.4.2).
struct TypedValue {
  const Type* type = nullptr;
  const json::Value* value = nullptr;  // null: no value, as in an object that does not exist yet
};

// Errors of values that do not have their type, each with its path, within a budget (base/output_budget.h). Owns its
// texts.
//
// Upstream: typed/helpers.go ValidationErrors (v6.4.2).
class TypeErrors {
 public:
  void Add(Path path, std::string_view message);
  void Truncate(std::size_t size) { texts_.resize(size); }
  std::size_t size() const { return texts_.size(); }
  bool empty() const { return texts_.empty(); }
  // The path of the first error; points into the value.
  Path first_path() const { return first_path_; }
  // Returns the error, or the sorted list of errors, in Kubernetes' format. Kubernetes lists the errors in Go's random
  // map order.
  std::string Text() const;

 private:
  base::OutputBudget budget_;
  std::vector<std::string> texts_;
  std::vector<PathElement> first_path_;
};

enum class Duplicates { kForbidden, kAllowed };

// Checks that a value has its type. Null is valid everywhere.
//
// Upstream: typed/validate.go (v6.4.2).
TypeErrors Validate(const TypedValue& value, Duplicates duplicates, base::Arena& arena);

// Returns the fields of a value, which a manager that applies the value owns. Precondition of this
// function and those below: the values are valid, except for duplicates.
//
// Upstream: typed/tofieldset.go (v6.4.2).
Set FieldsOf(const TypedValue& value, base::Arena& arena);

// Merges `applied` into `live`. An item that `live` has more than once is replaced by the applied one.
//
// Upstream: typed/merge.go (v6.4.2).
base::Result<TypedValue> Merge(const TypedValue& live, const TypedValue& applied, base::Arena& arena);

// The differences between two values of one type.
//
// Upstream: typed/compare.go (v6.4.2).
struct Comparison {
  Set removed;
  Set modified;
  Set added;

  // Removes `fields`, and all fields inside them, from the differences.
  void Exclude(const Set& fields, base::Arena& arena);
};
base::Result<Comparison> Compare(const TypedValue& old, const TypedValue& updated, base::Arena& arena);

// Returns the value without the fields and items. A map or list that becomes empty becomes null.
//
// Upstream: typed/remove.go (v6.4.2).
TypedValue RemoveItems(const TypedValue& value, const Set& items, base::Arena& arena);
// Returns only the fields and items. With `with_keys`, items of lists keep their keys.
TypedValue ExtractItems(const TypedValue& value, const Set& items, bool with_keys, base::Arena& arena);

// Adapts `set` to a type that changed from granular to atomic: an owner of a part becomes the owner of
// the whole. Returns whether `set` changed.
//
// Upstream: typed/reconcile_schema.go ReconcileFieldSetWithSchema (v6.4.2).
bool Reconcile(Set& set, const Type* type, base::Arena& arena);

}  // namespace structural::merge
