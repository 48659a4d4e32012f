// Paths of a field in a custom resource.
#pragma once

#include <string_view>

#include "schema/crd/model/valid_field_path.h"
#include "schema/validate/context.h"

namespace structural::validate {

// Adds an error and returns false if the path is invalid. Precondition: the path is not empty.
//
// Upstream: apis/apiextensions/validation/validation.go validateSimpleJSONPath (v0.37.2).
bool ValidateSimpleJsonPath(const Context& in, std::string_view rule, std::string_view json_path,
                            const FieldPath& path);

using crd::FoundField;
using crd::ValidFieldPath;

}  // namespace structural::validate
