// ManagedFields: metadata.managedFields of an object: the owners of its fields, and their times.
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

// The identity of a manager.
struct ManagerInfo {
  std::string_view manager;
  bool applies = false;          // operation Apply; otherwise Update
  std::string_view api_version;  // apiVersion of an Update; empty for Apply
  std::string_view subresource;

  // Returns the identifier, which also orders the managers: JSON with the members that are not empty.
  std::string Id() const;
  // Returns the manager as the messages of conflicts name it: `"helm"`, `"m" with subresource "status" using g/v1`.
  std::string Text() const;
};

// The owners of an object's fields, and the times of their entries. Texts and sets are in an arena, or in the object
// that was read. Not thread-safe while a thread changes it.
struct ManagedFields {
  // Adds a manager with its identifier in the arena, unless it is there. Returns the identifier.
  std::string_view Add(const ManagerInfo& info, base::Arena& arena);
  // Returns the identity of a manager. Precondition: the manager was added.
  const ManagerInfo& InfoOf(std::string_view id) const { return infos.find(id)->second; }

  Owners owners;
  std::map<std::string_view, ManagerInfo> infos;       // identities of all owners, possibly of other managers, too
  std::map<std::string_view, std::string_view> times;  // time of each entry, RFC 3339 in UTC; some managers have none
};

// Reads entries in the form of ObjectMeta (objects::WrittenObjectMeta). A null value is equal to an
// empty list.
//
// Upstream: DecodeManagedFields.
base::Result<ManagedFields> ReadManagedFields(const json::Value& entries, base::Arena& arena);

// Returns the entries in the order of a server; null without entries.
//
// Upstream: encodeManagedFields, sortEncodedManagedFields.
json::Value WriteManagedFields(const ManagedFields& managed, base::Arena& arena);

}  // namespace structural::merge
