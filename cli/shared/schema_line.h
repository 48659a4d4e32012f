// The line of an operation on one schema, or on one and an object:
//   {"schema": S, "object": O, "old": O, "path": ["spec"], "isResourceRoot": true}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/model/json_schema_props.h"
#include "schema/model/structural.h"

namespace structural::cli {

// Points into the line and the arena. Keys are matched whatever their case, and the last counts.
struct SchemaLine {
  const model::JSONSchemaProps* props = nullptr;  // both null: the schema is null or absent
  const model::Structural* structural = nullptr;
  std::optional<json::Value> object;
  bool unrepresentable_object = false;  // a number in it is beyond the range of a double
  std::string_view old;                 // text; empty where there is none
  std::vector<std::string_view> path;
  bool is_resource_root = false;
  bool require_pruned_defaults = true;
};

// An error where the line or the schema cannot be read, or the schema has no structural form.
base::Result<SchemaLine> ReadSchemaLine(std::string_view line, base::Arena& arena);

// An error where there is none, or it is unrepresentable. Not a copy: what is changed in it is
// changed in the line.
base::Result<json::Value> ObjectOf(const SchemaLine& line);

// The elements of a path as Kubernetes joins them: one without a name is an index, an empty one.
std::string JoinedPath(const SchemaLine& line);

}  // namespace structural::cli
