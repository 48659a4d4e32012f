// Constraints: what a schema says of values besides their type and fields.
#pragma once

#include <string>
#include <vector>

#include "schema/model/json_schema_props.h"

namespace structural::tree {

// Each as "minimum: 1", with the keyword as the author wrote it; extensions that are switched on
// stand alone. Values are JSON, but for strings, which stand as they are. What SchemaTree makes
// nodes of is not among them, nor is what is required of these.
std::vector<std::string> Constraints(const model::JSONSchemaProps& schema);

// The description, its escapes resolved.
std::string DescriptionOf(const model::JSONSchemaProps& schema);

}  // namespace structural::tree
