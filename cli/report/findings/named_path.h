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

  // Returns the path with names instead of the indexes of a list, if the names of all its elements
  // differ. The name of an element is the value of its field name, jsonPath or rule, or the string
  // itself: spec.versions[v1]. The rule of x-kubernetes-validations is written as a hash:
  // x-kubernetes-validations[#9a3f01c2].
  std::string Of(std::string_view path);

 private:
  using Node = document::Tree::Node;
  using Names = std::vector<std::string>;  // names of a list's elements; may be empty

  const Names& NamesIn(Node list);
  std::string NameOf(Node element) const;

  const document::Tree& crd_;
  std::unordered_map<Node, Names> names_;
};

}  // namespace structural::findings
