// The line of an operation on one schema, or on one and an object:
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

// Has views of the line and the arena. Keys ignore case, and the last of equal keys counts.
struct SchemaLine {
  const crd::JSONSchemaProps* props = nullptr;  // both pointers null: the schema is null or absent
  const crd::Structural* structural = nullptr;
  std::optional<json::Value> object;
  bool unrepresentable_object = false;  // `object` has a number beyond the range of a double
  std::string_view old;                 // JSON; may be empty
  std::vector<std::string_view> path;
  bool is_resource_root = false;
  bool require_pruned_defaults = true;
};

// Returns an error if the line or the schema cannot be read, or the schema has no structural form.
base::Result<SchemaLine> ReadSchemaLine(std::string_view line, base::Arena& arena);

// Returns the object of the line, or an error if the line has no object or an unrepresentable one.
// The result shares its members with `line.object`: a change of one changes the other.
base::Result<json::Value> ObjectOf(const SchemaLine& line);

// Joins the elements of a path as Kubernetes does: an element without a name is an empty index.
std::string JoinedPath(const SchemaLine& line);

}  // namespace structural::cli
