// Writes an object as YAML with the descriptions of its fields as comments.
#pragma once

#include <string>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cli {

// Appends the value as one YAML document, without `---`. Above each field, a comment has the first
// paragraph of the description in `schema`, which may be null. The document without its comments is
// the same JSON as `value`. Recursive.
void AppendCommentedYaml(const json::Value& value, const crd::Structural* schema, std::string& to);

}  // namespace structural::cli
