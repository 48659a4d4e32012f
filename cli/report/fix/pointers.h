// Converts JSON Pointers to field paths and nodes of a Tree, and nodes to JSON Pointers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace structural::cli {

// Returns the path as Kubernetes prints it: spec.versions[0] for /spec/versions/0, and properties[a.b] for
// /properties/a.b.
std::string FieldPathOf(std::string_view pointer);

// Follows the pointer from `node`, and returns the last node on this way that exists.
document::Tree::Node LastNodeOnPath(const document::Tree& tree, document::Tree::Node node, std::string_view pointer);

// PointerIndex: finds the JSON Pointers of a tree's nodes.
//
// The tree must outlive it. Memory: 16 bytes per node. The time of PointerTo is linear in the number of the pointer's
// parts.
class PointerIndex {
 public:
  explicit PointerIndex(const document::Tree& tree);

  // Returns the JSON Pointer from the root of the tree to the node.
  std::string PointerTo(document::Tree::Node node) const;

 private:
  struct Parent {
    document::Tree::Node node;
    std::size_t index;  // index of the node among the parent's children
  };

  const document::Tree& tree_;
  std::vector<Parent> parents_;  // parent of each node
};

}  // namespace structural::cli
