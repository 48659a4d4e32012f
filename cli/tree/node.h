// SchemaTree: a schema as people look at it, a node for each schema in it, with the violations
// where they are.
//
// Nodes point into the schema, which must outlive them. Not changed after it is made: safe to read
// from several threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/model/json_schema_props.h"

namespace structural::tree {

// kElement: what an array or a map has in it. A property may have a label like that of another
// kind.
enum class Kind { kRoot, kProperty, kElement, kJunctor };

struct Node {
  Kind kind;
  std::string label;  // "spec"; "[]" of items, "{}" of additionalProperties, "anyOf[0]", "not"
  const model::JSONSchemaProps* schema;  // never null
  bool required = false;                 // by the node above
  std::size_t longest_name = 0;          // of its properties, in bytes
  std::vector<std::size_t> violations = {};
  std::vector<std::unique_ptr<Node>> children = {};
};

// The tree of what stands in spec.versions[`version`]. `violations` are paths as the server prints
// them; a node has the indexes of those at it, or below it where no node is nearer. Those of other
// versions are in none.
std::unique_ptr<Node> SchemaTree(const model::JSONSchemaProps& schema, std::size_t version,
                                 std::span<const std::string_view> violations);

}  // namespace structural::tree
