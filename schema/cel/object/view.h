// What a schema says of the members of an object.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/cel/object/to_value.h"

namespace structural::cel::object {

// The same schema with apiVersion, kind, and metadata with its names, where it has not all of them.
//
// Upstream: apiextensions schema/cel/model/schemas.go WithTypeAndObjectMeta (0.37).
View AsResource(const model::Structural& schema);

// An object with properties, those of a resource included; else a map, or anything.
bool HasProperties(const View& view);

// The schema of a member; nullopt where the view does not know it.
std::optional<View> SchemaOf(const View& view, std::string_view name);

// Upstream: apiserver/pkg/cel/escaping.go Unescape (0.37). nullopt where it is no escaped name.
std::optional<std::string> Unescape(std::string_view name);

}  // namespace structural::cel::object
