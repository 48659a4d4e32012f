// FieldAt: the node that a field path leads to.
#pragma once

#include <string_view>

#include "cli/tree/node.h"

namespace structural::tree {

// The path as kubectl explain takes it: "spec.template.metadata"; arrays and maps are seen through.
// Names may hold dots. nullptr where no field is there; `root` where the path is empty.
const Node* FieldAt(const Node& root, std::string_view path);

}  // namespace structural::tree
