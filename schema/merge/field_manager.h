// FieldManager: maintains managedFields like an API server, and applies objects (server-side apply).
//
// Upstream: apimachinery pkg/util/managedfields/internal fieldmanager.go and the managers that it wraps (v0.37.2).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/managed_fields.h"
#include "schema/merge/typed_value.h"

namespace structural::merge {

// The types of a custom resource. Compiled once; immutable, so threads may share it.
struct ManagedResource {
  // Returns nullptr if the resource has no such version.
  const Type* Find(std::string_view api_version) const;

  std::string_view group;
  std::string_view kind;
  std::map<std::string_view, const Type*> types;  // types by apiVersion: GROUP/VERSION
};

// The resource's version and subresource that requests refer to. Immutable, so threads may share it.
struct ManagerScope {
  const ManagedResource* resource = nullptr;
  std::string_view api_version;  // apiVersion of the objects in requests
  std::string_view kind;
  const Type* type = nullptr;  // type of the objects in requests
  std::string_view subresource = {};
  std::map<std::string_view, Set> reset_fields = {};  // by apiVersion: fields that never have an owner
  bool is_scale = false;                              // whether the objects are Scales, which exist in one version only
};

// The result of an apply.
struct AppliedObject {
  // An error has the code kBadRequest, kServerError, or kConflict, which has `conflicts`.
  base::Status status = base::Ok();
  struct FieldConflict {
    std::string manager;  // ManagerInfo::Text
    ManagerInfo info;
    Path path;
  };
  std::vector<FieldConflict> conflicts = {};
  json::Value object = {};  // without managedFields, before defaulting
  bool is_noop = false;     // the apply changes nothing, so the server sets no defaults
  json::Value managed_fields = {};
};

// Updates and applies objects of one scope. `live` is the object in etcd, in the version of the scope; for an object
// that does not exist yet, it has only apiVersion and kind. Arguments are not changed; results share parts with them.
// Not thread-safe.
class FieldManager {
 public:
  // `now` is RFC 3339 in UTC, in seconds.
  FieldManager(const ManagerScope& scope, std::string_view now, base::Arena& arena)
      : scope_(scope), now_(now), arena_(arena) {}

  // Returns managedFields after an update of `live` to `updated`, in which `manager` owns the fields that the update
  // changes. The previous entries are those of `updated` if the client sent any, otherwise those of `live`. If the
  // update of the entries fails, as for a version that no longer exists, returns the entries of `live`.
  json::Value Update(const json::Value& live, const json::Value& updated, std::string_view manager);

  // Merges `applied` into `live`.
  AppliedObject Apply(const json::Value& live, const json::Value& applied, std::string_view manager, bool force);

 private:
  struct Attempt {
    base::Status status = base::Ok();
    std::vector<Conflict> conflicts = {};
    TypedValue object = {};
    bool is_noop = false;
  };
  ManagedFields OwnersForUpdate(const json::Value& live, const json::Value& updated) const;
  base::Status UpdateOwners(const json::Value& live, const json::Value& updated, ManagedFields& managed,
                            std::string_view manager);
  base::Status CheckUpdated(const json::Value& updated) const;
  base::Status CheckApplied(const json::Value& applied) const;
  base::Status CheckTypes(const json::Value& live, const json::Value& applied) const;
  Attempt TryApply(const json::Value& live, const json::Value& applied, ManagedFields& managed,
                   std::string_view manager, bool force);
  std::optional<Set> AllowedByLastApplied(const json::Value& live);
  void UpdateLastApplied(json::Value& object, const json::Value& applied);
  void Cap(ManagedFields& managed);
  void Strip(ManagedFields& managed, std::string_view id);
  std::string Named(const json::Value& object) const;

  const ManagerScope& scope_;
  std::string_view now_;
  base::Arena& arena_;
};

}  // namespace structural::merge
