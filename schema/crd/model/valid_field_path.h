// ValidFieldPath checks the path of a field in a custom resource. Such paths are in validation rules (fieldPath), and
// in selectable fields and printer columns.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "schema/crd/model/structural.h"

namespace structural::crd {

struct FoundField {
  std::string path;          // the path in the notation of field paths in errors
  std::string root;          // first element of the path
  const Structural* schema;  // null if any value is allowed
};

// Finds the schema of the field at a path like ".spec.replicas". If `array_notation` is true, steps like "['a b']" are
// allowed, too. Returns the text of an error if the schema has no such field, or if `schema` is null.
//
// Upstream: apiserver/schema/cel/validation.go ValidFieldPath (v0.37.2), which crashes below
// `additionalProperties: true`; this function returns an error.
std::variant<FoundField, std::string> ValidFieldPath(std::string_view json_path, const Structural* schema,
                                                     bool array_notation);

}  // namespace structural::crd
