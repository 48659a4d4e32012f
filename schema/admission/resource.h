// Functions that read and change fields of a custom resource like Kubernetes' accessors.
//
// Upstream: apimachinery pkg/apis/meta/v1/unstructured (v0.37.2).
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::admission {

// Group and version of an apiVersion. The group of "v1" is empty.
struct GroupVersion {
  std::string_view group;
  std::string_view version;

  std::string Text() const;
};

// Splits an apiVersion. Precondition: `api_version` has at most one slash.
GroupVersion GroupVersionOf(std::string_view api_version);

// Sets a member of metadata. If `value` is null or an empty text, removes the member. Does nothing if metadata is not
// an object.
void SetMetadata(json::Value& object, std::string_view key, const json::Value& value, base::Arena& arena);

// MetadataField returns a member of metadata as a Value, which is null if the member is missing. MetadataText returns
// it as a text, which is empty if the member is missing or not a text.
json::Value MetadataField(const json::Value& object, std::string_view key);
std::string_view MetadataText(const json::Value& object, std::string_view key);

inline constexpr std::string_view kManagedFields = "managedFields";

// Returns a value that Admit uses in place of every managedFields, and that differs from missing managedFields. Admit
// sets it in the object of each request, because Admit does not maintain managedFields, and a server would change them
// in each request.
json::Value ManagedFieldsPlaceholder(base::Arena& arena);

// Returns the value at a path like ".spec.replicas", with or without the first dot; nullptr if the value does not
// exist. If the path leads through a value that is not an object, returns an error text with the path of this value.
//
// Upstream: unstructured/helpers.go NestedFieldNoCopy (v0.37.2).
std::variant<const json::Value*, std::string> NestedField(const json::Value& object, std::string_view path);

// Returns an error like ".spec.replicas accessor error: a is of the type string, expected int64".
std::string AccessorError(std::string_view path, const json::Value& found, std::string_view expected);

}  // namespace structural::admission
