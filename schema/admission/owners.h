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

// A field manager in an entry of managedFields. Points into the object. Each text may be empty.
struct FieldOwner {
  std::string_view manager;
  std::string_view operation;  // "Apply" or "Update"
  std::string_view subresource;
  std::string_view api_version;
  std::string_view time;  // RFC 3339
};

// Returns the name of the field manager for users. Its operation and subresource follow in parentheses, unless the
// operation is Apply without a subresource: "flux", "kubectl-edit (Update)", "controller (Update, status)".
std::string NameOf(const FieldOwner& owner);
std::string NameOf(const merge::ManagerInfo& manager);

using OwnerVisitor = std::function<void(const FieldOwner&, const kubernetes::PathSteps& field)>;

// Maximum total number of steps in the paths of all fields in an object's managedFields.
inline constexpr std::size_t kMaxOwnedSteps = 4'000'000;

// Calls `visit` for each field manager: first with an empty path, and then with the path of each of its fields that the
// object has. Needs no schema. Errors: kInvalidInput if managedFields cannot be read, and kLimitExceeded for more than
// kMaxOwnedSteps.
base::Status VisitOwners(const json::Value& object, const OwnerVisitor& visit);

// Maximum number of bytes of the texts of all fields in an object's managedFields.
inline constexpr std::size_t kMaxOwnedBytes = std::size_t{64} << 20;

// Calls `visit` for each field manager: first with an empty text, and then with the text of each of its fields, even if
// the object does not have the field. The text has the notation of conflicts: .spec.ports[port=80].name. Errors: as
// VisitOwners, and kLimitExceeded for more than kMaxOwnedBytes.
base::Status VisitOwnedFields(const json::Value& object,
                              const std::function<void(const FieldOwner&, const std::string& field)>& visit);

// For each of `fields`, returns the names of the field managers that own the field, sorted. The fields have the
// notation of VisitOwnedFields. Errors: as VisitOwnedFields.
base::Result<std::vector<std::vector<std::string>>> OwnersOf(const json::Value& object,
                                                             std::span<const std::string> fields);

}  // namespace structural::admission
