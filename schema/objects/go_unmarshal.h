// What Go says where a value cannot become an ObjectMeta.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/json/value.h"

namespace structural::objects {

// nullopt where it can. The first mistake in the order of the keys, but one in a time comes first:
//   json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts into metav1.ObjectMeta (v0.37.2).
std::optional<std::string> ObjectMetaDecodeError(const json::Value& metadata);

// The fields that ObjectMeta does not have, "ownerReferences[0].x"; no more than a hundred.
//
// Upstream: sigs.k8s.io/json UnmarshalStrict.
std::vector<std::string> UnknownMetaFields(const json::Value& metadata);

}  // namespace structural::objects
