// The path of a finding that stays the same when the order of lists changes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/tree.h"

namespace structural::findings {

// The paths in one CRD. Borrows its tree. Not thread-safe.
class NamedPaths {
 public:
  explicit NamedPaths(const document::Tree& crd) : crd_(crd) {}

  // The path with names instead of indices, where elements of a list have names that differ:
  // spec.versions[v1], x-kubernetes-validations[#9a3f01c2] by a hash of the rule's text. An element is named by
  // its name, its jsonPath or its rule; a string by itself.
  std::string Of(std::string_view path);

 private:
  using Node = document::Tree::Node;
  using Names = std::vector<std::string>;  // of the elements of a list; empty: the element has none

  const Names& NamesIn(Node list);
  std::string NameOf(Node element) const;

  const document::Tree& crd_;
  std::unordered_map<Node, Names> names_;
};

}  // namespace structural::findings
