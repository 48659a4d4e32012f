// Visits the schemas in the text of a CRD.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "document/tree.h"

namespace structural::rules {

// An openAPIV3Schema, with its path.
struct SchemaRoot {
  document::Tree::Node node;
  std::string path;
};

// Returns the schemas of spec.validation, and of each version that has one.
std::vector<SchemaRoot> SchemaRoots(const document::Tree& tree);

// The visited schema, which is a JSON object. Valid during the visit.
struct SchemaAt {
  const document::Tree& tree;
  document::Tree::Node node;
  // The schema for the same value outside of allOf, anyOf, oneOf and not: equal to `node`, if
  // `node` is outside of them, too. kNone: the value has no such schema.
  document::Tree::Node structural;
  const std::string& path;
};

// Visits the root and every schema below it, also those in allOf, anyOf, oneOf and not. The decoder
// of CRDs limits the depth.
void ForEachSchema(const document::Tree& tree, const SchemaRoot& root,
                   const std::function<void(const SchemaAt&)>& visit);

}  // namespace structural::rules
