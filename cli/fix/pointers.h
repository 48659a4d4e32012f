// JSON Pointers, nodes of a Tree and field paths: names of one place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace structural::cli {

// A part of a JSON Pointer, between its slashes, as a key.
std::string Unescaped(std::string_view token);

// The place as Kubernetes prints it: /spec/versions/0 is spec.versions[0], and what is below
// properties is in brackets, too.
std::string FieldPathOf(std::string_view pointer);

// The last node on the way of the pointer that is there.
document::Tree::Node Follow(const document::Tree& tree, document::Tree::Node node,
                            std::string_view pointer);

// PointerIndex: where the nodes of a tree are in it.
//
// Borrows the tree. Memory: 16 bytes a node; a pointer costs what it has of parts.
class PointerIndex {
 public:
  explicit PointerIndex(const document::Tree& tree);

  std::string To(document::Tree::Node node) const;

 private:
  struct Parent {
    document::Tree::Node node;
    std::size_t index;  // in the parent
  };

  const document::Tree& tree_;
  std::vector<Parent> parents_;  // by node
};

}  // namespace structural::cli
