// An object as YAML, with the descriptions of its fields as comments.
#pragma once

#include <string>

#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cli {

// Appends one document, without `---`; each description stands above its field, as far as its first
// blank line. `schema` may be null. It reads as the same JSON. Goes down by recursion.
void AppendCommentedYaml(const json::Value& value, const model::Structural* schema, std::string& to);

}  // namespace structural::cli
