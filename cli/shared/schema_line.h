// A line of input for an operation on one schema, or on a schema and an object:
//   {"schema": S, "object": O, "old": O, "path": ["spec"], "isResourceRoot": true}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::cli {

// The members of SchemaLine are views of the line and the arena. The case of keys is ignored; the last of several equal
// keys is used.
struct SchemaLine {
  // `props` and `structural`: the schema; both null: the schema is null or absent
  const crd::JSONSchemaProps* props = nullptr;
  const crd::Structural* structural = nullptr;
  std::optional<json::Value> object;
  bool unrepresentable_object = false;  // `object` has a number beyond the range of a double
  std::string_view old;                 // JSON of the old object; empty: the line has none
  std::vector<std::string_view> path;
  bool is_resource_root = false;
  bool require_pruned_defaults = true;
};

// Reads a line of input. Returns an error if the line or the schema cannot be read, or if the schema cannot be
// represented as a structural schema.
base::Result<SchemaLine> ReadSchemaLine(std::string_view line, base::Arena& arena);

// Returns the object of the line, or an error if the line has no object or an unrepresentable one. The result shares
// its members with `line.object`: a change of the result also changes `line.object`.
base::Result<json::Value> ObjectOf(const SchemaLine& line);

// Returns the path of the line as Kubernetes prints field paths. An empty element becomes an empty index, "[]".
std::string JoinedPath(const SchemaLine& line);

}  // namespace structural::cli
