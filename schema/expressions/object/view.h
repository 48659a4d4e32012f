// The members of an object by its schema.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/expressions/object/to_value.h"

namespace structural::cel::object {

// Adds apiVersion, kind, and metadata with its names to the schema, unless it has all of them.
//
// Upstream: apiextensions schema/cel/model/schemas.go WithTypeAndObjectMeta (0.37).
View AsResource(const crd::Structural& schema);

// Whether the schema is an object with properties, including those of a resource. Otherwise it is a map or any value.
bool HasProperties(const View& view);

// Returns the schema of a member; nullopt if the view does not have the member.
std::optional<View> SchemaOf(const View& view, std::string_view name);

// Returns the name whose escaped form (escape.h) is `name`; nullopt if `name` is not an escaped name.
//
// Upstream: apiserver/pkg/cel/escaping.go Unescape (0.37).
std::optional<std::string> Unescape(std::string_view name);

}  // namespace structural::cel::object
