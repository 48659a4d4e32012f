// Paths to a field within a custom resource, as rules and columns use them.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "schema/crd/model/structural.h"

namespace structural::crd {

struct FoundField {
  std::string path;          // in the notation of field paths
  std::string root;          // first element of the path
  const Structural* schema;  // null if any value is allowed
};

// Finds the field with a path like ".spec.replicas"; with `array_notation` also "['a b']". Returns an error text if the
// schema has no such field. A null schema has no fields.
//
// Upstream: apiserver/schema/cel/validation.go ValidFieldPath (v0.37.2), which crashes below
// `additionalProperties: true`; this function returns an error.
std::variant<FoundField, std::string> ValidFieldPath(std::string_view json_path, const Structural* schema,
                                                     bool array_notation);

}  // namespace structural::crd
