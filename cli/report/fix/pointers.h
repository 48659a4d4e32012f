// Converts between JSON Pointers, nodes of a Tree and field paths.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace structural::cli {

// Returns the path as Kubernetes prints it: spec.versions[0] for /spec/versions/0; names of
// properties are also in brackets.
std::string FieldPathOf(std::string_view pointer);

// Returns the last existing node on the path of the pointer.
document::Tree::Node LastNodeOnPath(const document::Tree& tree, document::Tree::Node node, std::string_view pointer);

// PointerIndex: finds the JSON Pointers of a tree's nodes.
//
// Borrows the tree. Memory: 16 bytes per node. The time of a pointer is linear in its parts.
class PointerIndex {
 public:
  explicit PointerIndex(const document::Tree& tree);

  std::string PointerTo(document::Tree::Node node) const;

 private:
  struct Parent {
    document::Tree::Node node;
    std::size_t index;  // index in the parent
  };

  const document::Tree& tree_;
  std::vector<Parent> parents_;  // parent of each node
};

}  // namespace structural::cli
