// ManagedFields: the decoded metadata.managedFields of an object: which managers own which fields, and the times of the
// entries.
//
// Upstream: apimachinery pkg/util/managedfields/internal/managedfields.go (v0.37.2).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/merge/updater.h"

namespace structural::merge {

// The identity of a field manager: all fields of an entry except its time and its fieldsV1.
struct ManagerInfo {
  std::string_view manager;
  bool applies = false;          // whether the operation of the entry is Apply; if not, it is Update
  std::string_view api_version;  // apiVersion of an Update entry; empty for Apply
  std::string_view subresource;

  // Returns the identifier of the manager: JSON with the members that are not empty. Managers are sorted by it.
  std::string Id() const;
  // Returns the text for the manager in the messages of conflicts: `"helm"`, `"m" with subresource "status" using
  // g/v1`.
  std::string Text() const;
};

// The owners of an object's fields, and the times of their entries. The texts and sets are in an arena, or in the
// decoded object. While one thread changes a ManagedFields, no other thread may use it.
struct ManagedFields {
  // Adds the identity of a manager to `infos`, unless it is already there. Its identifier is copied to the arena.
  // Returns the identifier.
  std::string_view Add(const ManagerInfo& info, base::Arena& arena);
  // Returns the identity of a manager. Precondition: Add was called for the manager.
  const ManagerInfo& InfoOf(std::string_view id) const { return infos.find(id)->second; }

  Owners owners;
  // key: identifier; has all managers in `owners`, and possibly managers that own nothing
  std::map<std::string_view, ManagerInfo> infos;
  // key: identifier; value: time of the entry, in RFC 3339 and UTC; an entry without a time is absent
  std::map<std::string_view, std::string_view> times;
};

// Decodes the entries of managedFields; null is decoded as an empty list. Precondition: `entries` is from a result of
// objects::WrittenObjectMeta.
//
// Upstream: DecodeManagedFields.
base::Result<ManagedFields> ReadManagedFields(const json::Value& entries, FieldsFormat format, base::Arena& arena);

// Returns the entries of managedFields in the order of a server; null if no manager owns a field.
//
// Upstream: encodeManagedFields, sortEncodedManagedFields.
json::Value WriteManagedFields(const ManagedFields& managed, FieldsFormat format, base::Arena& arena);

}  // namespace structural::merge
