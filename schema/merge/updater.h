// Updater: computes an object and the owners of its fields after a manager applies or updates the
// object.
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

// The fields that a manager owns, in the version in which it wrote them.
struct OwnedFields {
  Set fields;
  std::string_view api_version;
  bool applied = false;
};

// The fields of all owners by the manager's identifier. The texts and sets are in an arena.
using Owners = std::map<std::string_view, OwnedFields>;

// Converts a value to another version. Upstream: merge/update.go Converter.
class Converter {
 public:
  virtual ~Converter() = default;
  // Returns kNotFound if the version does not exist; managers then lose the fields that they own in it.
  virtual base::Result<TypedValue> Convert(const TypedValue& value, std::string_view api_version) = 0;
};

struct Conflict {
  std::string_view manager;
  Path path;
};

struct ApplyResult {
  base::Status status = base::Ok();
  std::vector<Conflict> conflicts = {};  // by manager, then in the order of sets; if not empty, nothing was applied
  TypedValue object = {};
  bool is_noop = false;  // the object did not change
};

// Updates and applies objects. Not thread-safe. Converter and arena must outlive it; results point into the arena.
class Updater {
 public:
  // `ignored` has fields without an owner, by version; it may be null.
  Updater(Converter& converter, const std::map<std::string_view, Set>* ignored, base::Arena& arena)
      : converter_(converter), ignored_(ignored), arena_(arena) {}

  // Replaces `live` by `updated`. Changes `owners` unless it fails.
  base::Status Update(const TypedValue& live, const TypedValue& updated, std::string_view version, Owners& owners,
                      std::string_view manager);
  // Merges `applied` into `live`, and removes what the manager applied before and does not apply now. Changes `owners`
  // unless it fails or finds conflicts.
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
