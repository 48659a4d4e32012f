// Which keywords the root of a schema may have where the status subresource is enabled: the schema
// of status is taken out as properties["status"], and nothing of it may be lost.
#pragma once

#include <optional>
#include <string>

#include "schema/model/json_schema_props.h"

namespace structural::validate {

enum class RootError { kType, kKeyword };

// The first error in the order of the Go type's fields; nullopt: there is none.
//
// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionValidation,
// allowedFieldsAtRootSchema (v0.37.2).
std::optional<RootError> WrongAtRoot(const model::JSONSchemaProps& schema);

// What is said of each.
std::string_view TypeAtRoot();
std::string_view AllowedAtRoot();

}  // namespace structural::validate
