// NamedPaths: paths of findings that do not depend on the order of lists.
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

  // Returns the path with names instead of indexes if the names of a list's elements differ:
  // spec.versions[v1], x-kubernetes-validations[#9a3f01c2] with a hash of the rule's text. The name
  // of an element is its name, jsonPath or rule; that of a string is the string.
  std::string Of(std::string_view path);

 private:
  using Node = document::Tree::Node;
  using Names = std::vector<std::string>;  // of the elements of a list; may be empty

  const Names& NamesIn(Node list);
  std::string NameOf(Node element) const;

  const document::Tree& crd_;
  std::unordered_map<Node, Names> names_;
};

}  // namespace structural::findings
