// FieldManager: what an API server does to managedFields, and what it makes of an apply.
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

// The requests of one version and subresource. Immutable, so threads may share it.
struct ManagerScope {
  const ManagedResource* resource = nullptr;
  std::string_view api_version;  // apiVersion of the objects in requests
  std::string_view kind;
  const Type* type = nullptr;  // type of these objects
  std::string_view subresource = {};
  std::map<std::string_view, Set> reset_fields = {};  // fields without an owner, by apiVersion
  bool is_scale = false;                              // the objects are Scales, which have no other version
};

// The answer to an apply.
struct AppliedObject {
  // kBadRequest; kConflict with conflicts; kServerError.
  base::Status status = base::Ok();
  struct FieldConflict {
    std::string manager;  // ManagerInfo::Text
    ManagerInfo info;
    Path path;
  };
  std::vector<FieldConflict> conflicts = {};
  json::Value object = {};  // without managedFields, and without defaults
  bool is_noop = false;     // the object did not change: a server does not set defaults
  json::Value managed_fields = {};
};

// Handles requests for objects of one scope. Objects are as a server has them in memory: `live` has what etcd has, in
// the version of the scope; an object that does not exist yet has only apiVersion and kind. Nothing is changed, and
// results share parts with the arguments. Not thread-safe.
class FieldManager {
 public:
  // `now` is RFC 3339 in UTC, in seconds.
  FieldManager(const ManagerScope& scope, std::string_view now, base::Arena& arena)
      : scope_(scope), now_(now), arena_(arena) {}

  // Returns managedFields after an update of `live` to `updated`: those of `updated`, which the client may have sent, or
  // of `live`, with the fields that the update changes. If that fails, as for a version that is gone, they do not change.
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
