// The owners of an object's fields, by its managedFields.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::admission {

// An entry of managedFields. Points into the object; each text may be empty.
struct FieldOwner {
  std::string_view manager;
  std::string_view operation;  // "Apply" or "Update"
  std::string_view subresource;
  std::string_view api_version;
  std::string_view time;  // RFC 3339
};

using OwnerVisitor = std::function<void(const FieldOwner&, const kubernetes::PathSteps& field)>;

// Maximum number of steps of all paths in managedFields together.
inline constexpr std::size_t kMaxOwnedSteps = 4'000'000;

// Calls `visit` for each owner, first with an empty path, and then with each of its fields that the object has. Needs no
// schema. Errors: kInvalidInput for managedFields that cannot be read, and kLimitExceeded.
base::Status VisitOwners(const json::Value& object, const OwnerVisitor& visit);

}  // namespace structural::admission
