// The field managers that own an object's fields, according to its managedFields.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"
#include "schema/merge/managed_fields.h"

namespace structural::admission {

// An entry of managedFields. Points into the object; each text may be empty.
struct FieldOwner {
  std::string_view manager;
  std::string_view operation;  // "Apply" or "Update"
  std::string_view subresource;
  std::string_view api_version;
  std::string_view time;  // RFC 3339
};

// Returns the owner's name: "flux", "kubectl-edit (Update)", "controller (Update, status)".
std::string NameOf(const FieldOwner& owner);
std::string NameOf(const merge::ManagerInfo& manager);

using OwnerVisitor = std::function<void(const FieldOwner&, const kubernetes::PathSteps& field)>;

// Maximum number of steps of all paths in managedFields together.
inline constexpr std::size_t kMaxOwnedSteps = 4'000'000;

// Calls `visit` for each owner, first with an empty path, and then with each of its fields that the object has. Needs no
// schema. Errors: kInvalidInput for managedFields that cannot be read, and kLimitExceeded.
base::Status VisitOwners(const json::Value& object, const OwnerVisitor& visit);

// Maximum number of bytes of the texts of all fields together.
inline constexpr std::size_t kMaxOwnedBytes = std::size_t{64} << 20;

// Calls `visit` for each owner, first with an empty text, and then with each of its fields, which the object need not
// have. A field is written as in conflicts: .spec.ports[port=80].name. Errors: as VisitOwners.
base::Status VisitOwnedFields(const json::Value& object,
                              const std::function<void(const FieldOwner&, const std::string& field)>& visit);

// Returns the names of the owners of each of the fields, sorted. Fields and errors: as in VisitOwnedFields.
base::Result<std::vector<std::vector<std::string>>> OwnersOf(const json::Value& object,
                                                             std::span<const std::string> fields);

}  // namespace structural::admission
