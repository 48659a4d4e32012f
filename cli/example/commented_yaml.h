// Writes an object as YAML with the descriptions of its fields as comments.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cli {

// Appends one document, without `---`. The first paragraph of each description is above its field.
// `schema` may be null. The document is read as the same JSON. Recursive.
void AppendCommentedYaml(const json::Value& value, const model::Structural* schema, std::string& to);

}  // namespace structural::cli
