// A custom resource in memory: reads and changes as Kubernetes' accessors make them.
//
// Upstream: apimachinery pkg/apis/meta/v1/unstructured (v0.37.2).
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::admission {

// Group and version of an apiVersion; of "v1" the group is empty.
struct GroupVersion {
  std::string_view group;
  std::string_view version;

  std::string Text() const;
};

// Of an apiVersion with no more than one slash.
GroupVersion GroupVersionOf(std::string_view api_version);

// object.metadata, which is made where there is none. Precondition: it is an object, if it is there.
json::Value& MetadataOf(json::Value& object, base::Arena& arena);

// An empty text, or null, takes the member out.
void SetMetadata(json::Value& object, std::string_view key, const json::Value& value,
                 base::Arena& arena);

// A member of metadata; null where there is none.
json::Value MetadataField(const json::Value& object, std::string_view key);
std::string_view MetadataText(const json::Value& object, std::string_view key);

inline constexpr std::string_view kManagedFields = "managedFields";

// What stands for the owners of fields, which are not kept here: a request changes them.
json::Value OtherOwners(base::Arena& arena);

// The value at ".spec.replicas", with or without the first dot; nullptr where there is none. The
// text says which step leads through something else than an object.
//
// Upstream: unstructured/helpers.go NestedFieldNoCopy (v0.37.2).
std::variant<const json::Value*, std::string> NestedField(const json::Value& object,
                                                          std::string_view path);

// ".spec.replicas accessor error: a is of the type string, expected int64"
std::string AccessorError(std::string_view path, const json::Value& found,
                          std::string_view expected);

}  // namespace structural::admission
