// Updater computes the object, and the owners of its fields, after a manager has applied or updated the object.
//
// Upstream: sigs.k8s.io/structured-merge-diff merge/update.go Updater (v6.4.2).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/merge/set.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {

// The fields that a manager owns, as paths in the API version with which the manager wrote them.
struct OwnedFields {
  Set fields;
  std::string_view api_version;
  bool applied = false;  // whether the manager owns them because of an apply; if not, because of updates
};

// The fields that each manager owns. Key: identifier of the manager. The texts and sets are in an arena.
using Owners = std::map<std::string_view, OwnedFields>;

// Converts a value to another version. Upstream: merge/update.go Converter.
class Converter {
 public:
  virtual ~Converter() = default;
  // Returns kNotFound if the version does not exist. Then the managers lose the fields that they own in this version.
  virtual base::Result<TypedValue> Convert(const TypedValue& value, std::string_view api_version) = 0;
};

// A field that an apply would change, and that another manager owns.
struct Conflict {
  std::string_view manager;  // identifier of the owner
  Path path;                 // path of the field
};

struct ApplyResult {
  base::Status status = base::Ok();
  // sorted by manager, then by path; if the list is not empty, nothing was applied
  std::vector<Conflict> conflicts = {};
  TypedValue object = {};  // the object after the apply
  bool is_noop = false;    // whether the object did not change
};

// Updates and applies objects. Not thread-safe. The converter and the arena must outlive the Updater. Results point
// into the arena.
class Updater {
 public:
  // `ignored` has the fields that managers never own; it may be null. Key: API version.
  Updater(Converter& converter, const std::map<std::string_view, Set>* ignored, base::Arena& arena)
      : converter_(converter), ignored_(ignored), arena_(arena) {}

  // Updates `owners` after an update of `live` to `updated`, which are in `version`: `manager` then owns the changed
  // fields. If it fails, `owners` does not change.
  base::Status Update(const TypedValue& live, const TypedValue& updated, std::string_view version, Owners& owners,
                      std::string_view manager);
  // Merges `applied` into `live`; both are in `version`. Removes the fields that the manager applied the last time but
  // not this time, unless another manager owns them. `force`: whether the manager takes fields from others instead of
  // causing conflicts. Updates `owners`, unless it fails or finds conflicts.
  ApplyResult Apply(const TypedValue& live, const TypedValue& applied, std::string_view version, Owners& owners,
                    std::string_view manager, bool force);

 private:
  base::Status ReconcileWithSchemaChanges(const TypedValue& live, Owners& owners);
  base::Result<Comparison> CompareIn(std::string_view version, const TypedValue& old, const TypedValue& updated);
  base::Status TakeFields(const TypedValue& old, const TypedValue& updated, std::string_view version, Owners& owners,
                          std::string_view manager, bool force, Comparison& comparison,
                          std::vector<Conflict>& conflicts);
  base::Result<TypedValue> Prune(const TypedValue& merged, const Owners& owners, std::string_view manager,
                                 const OwnedFields& last);
  base::Status AddBackOwned(TypedValue& merged, TypedValue& pruned, const Owners& owners, std::string_view version);
  base::Status AddBackOwnedIn(std::string_view version, const Set& owned, TypedValue& merged, TypedValue& pruned);
  base::Result<TypedValue> AddBackDangling(const TypedValue& merged, const TypedValue& pruned, const OwnedFields& last);
  const Set* IgnoredIn(std::string_view version) const;
  Set NamedFieldsOf(const TypedValue& value) { return WithNamedFields(FieldsOf(value, arena_), value.type, arena_); }

  Converter& converter_;
  const std::map<std::string_view, Set>* ignored_;
  base::Arena& arena_;
};

}  // namespace structural::merge
