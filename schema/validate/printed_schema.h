// Appends schemas of the internal form as encoding/json writes them (printed.h).
#pragma once

#include <string>

#include "schema/base/arena.h"
#include "schema/model/json_schema_props.h"

namespace structural::validate {

void AppendSchema(const model::JSONSchemaProps& schema, base::Arena& arena, std::string& to);
// Null: `items` is there, and no schema or list of some.
void AppendItems(const model::JSONSchemaPropsOrArray* items, base::Arena& arena, std::string& to);

}  // namespace structural::validate
