// Schemas in the text of a CRD, one by one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "document/tree.h"

namespace structural::lint_rules {

// An openAPIV3Schema, with its path.
struct SchemaRoot {
  document::Tree::Node node;
  std::string path;
};

// That of spec.validation, and of each version that has one.
std::vector<SchemaRoot> SchemaRoots(const document::Tree& tree);

// One schema, an object. Valid while it is visited.
struct SchemaAt {
  const document::Tree& tree;
  document::Tree::Node node;
  // Outside of junctors: for the same value, the schema itself or the one that it restricts. kNone:
  // there is none.
  document::Tree::Node structural;
  const std::string& path;
};

// Visits every schema below the root and the root itself, outside of junctors and in them. How deep
// they are nested is bounded where a CRD is decoded.
void ForEachSchema(const document::Tree& tree, const SchemaRoot& root,
                   const std::function<void(const SchemaAt&)>& visit);

}  // namespace structural::lint_rules
