// FieldManager maintains managedFields like an API server, and applies objects (server-side apply).
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

// The merge types of all versions of a custom resource. Immutable, so threads may share it.
struct ManagedResource {
  // Returns the type of a version; nullptr if the resource does not have the version.
  const Type* Find(std::string_view api_version) const;

  std::string_view group;
  std::string_view kind;
  FieldsFormat format = FieldsFormat::kV6;        // format of managedFields
  std::map<std::string_view, const Type*> types;  // key: apiVersion, as GROUP/VERSION
};

// The version and the subresource of the URL that requests are sent to. Immutable, so threads may share it.
struct ManagerScope {
  const ManagedResource* resource = nullptr;
  std::string_view api_version;  // apiVersion of the objects in requests
  std::string_view kind;
  const Type* type = nullptr;  // type of the objects in requests
  std::string_view subresource = {};
  std::map<std::string_view, Set> reset_fields = {};  // key: apiVersion; value: the fields that managers never own
  bool is_scale = false;                              // whether the objects are Scales, which have only one version
};

// The result of FieldManager::Apply.
struct AppliedObject {
  // The possible errors are kBadRequest, kServerError and kConflict. `conflicts` is not empty if the error is
  // kConflict.
  base::Status status = base::Ok();
  struct FieldConflict {
    std::string manager;  // the owner of the field, as ManagerInfo::Text returns it
    ManagerInfo info;
    Path path;  // path of the field
  };
  std::vector<FieldConflict> conflicts = {};
  json::Value object = {};          // the object without managedFields, before the server sets defaults
  bool is_noop = false;             // whether the apply changes nothing, so that the server does not store the object
  json::Value managed_fields = {};  // managedFields after the apply; null if no manager owns a field
};

// Updates and applies objects of one scope. `live` is the object in etcd, converted to the version of the scope. If the
// object does not exist yet, `live` has only apiVersion and kind. The arguments do not change, and results share values
// with the arguments. Not thread-safe.
class FieldManager {
 public:
  // `now` is the current time: RFC 3339 in UTC, without fractions of seconds.
  FieldManager(const ManagerScope& scope, std::string_view now, base::Arena& arena)
      : scope_(scope), now_(now), arena_(arena) {}

  // Returns managedFields after an update of `live` to `updated`. `manager` then owns the fields that the update
  // changes. The entries before the update are those of `updated` if the client sent entries, otherwise those of
  // `live`. If the entries cannot be updated, for example because a version no longer exists, returns the entries of
  // `live`. If the object exists and has no managedFields, returns null: the server does not track an object's fields
  // until the first apply.
  json::Value Update(const json::Value& live, const json::Value& updated, std::string_view manager);

  // Merges `applied` into `live`, and updates managedFields. `force`: whether the apply takes fields from other
  // managers instead of returning conflicts.
  AppliedObject Apply(const json::Value& live, const json::Value& applied, std::string_view manager, bool force);

 private:
  // The result of one call of TryApply.
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
  void CapManagers(ManagedFields& managed);
  void StripMeta(ManagedFields& managed, std::string_view id);
  std::string NameAndKindOf(const json::Value& object) const;
  FieldsFormat format() const { return scope_.resource->format; }

  const ManagerScope& scope_;
  std::string_view now_;
  base::Arena& arena_;
};

}  // namespace structural::merge
