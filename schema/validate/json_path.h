// Paths to a field within a custom resource.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "schema/model/structural.h"
#include "schema/validate/context.h"

namespace structural::validate {

// False where there is an error, which is added. Precondition: the path is not empty.
//
// Upstream: apis/apiextensions/validation/validation.go validateSimpleJSONPath (v0.37.2).
bool ValidateSimpleJsonPath(const Context& in, std::string_view rule, std::string_view json_path,
                            const FieldPath& path);

struct FoundField {
  std::string path;                 // as a field path prints it
  std::string root;                 // its first element
  const model::Structural* schema;  // null: any value may be there
};

// The field of that path: ".spec.replicas", with `array_notation` also "['a b']". The text says why
// there is none. A null schema has no field.
//
// Upstream: apiserver/schema/cel/validation.go ValidFieldPath (v0.37.2), which crashes below
// `additionalProperties: true`; here there is no valid field.
std::variant<FoundField, std::string> ValidFieldPath(std::string_view json_path,
                                                     const model::Structural* schema,
                                                     bool array_notation);

}  // namespace structural::validate
