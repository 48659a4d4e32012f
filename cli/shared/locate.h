// Locate: where in a CRD's JSON something is that a field path names.
#pragma once

#include <cstddef>
#include <string_view>

#include "document/tree.h"

namespace structural::lint {

struct Place {
  document::Tree::Node node;  // the last one on the way that is there
  bool found;                 // it is all of the path
};

// The path as Kubernetes prints it: spec.versions[0].schema.openAPIV3Schema.properties[a].type.
// Keys stand in it as they are, brackets and all; where that leaves a choice, the one that leads
// furthest is taken.
Place Locate(const document::Tree& tree, document::Tree::Node root, std::string_view path);

}  // namespace structural::lint
