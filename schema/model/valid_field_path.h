// Paths to a field within a custom resource, as rules and columns have them.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "schema/model/structural.h"

namespace structural::model {

struct FoundField {
  std::string path;                 // as a field path prints it
  std::string root;                 // its first element
  const Structural* schema;  // null: any value may be there
};

// The field of that path: ".spec.replicas", with `array_notation` also "['a b']". The text says why
// there is none. A null schema has no field.
//
// Upstream: apiserver/schema/cel/validation.go ValidFieldPath (v0.37.2), which crashes below
// `additionalProperties: true`; here there is no valid field.
std::variant<FoundField, std::string> ValidFieldPath(std::string_view json_path,
                                                     const Structural* schema,
                                                     bool array_notation);

}  // namespace structural::model
