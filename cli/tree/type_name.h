// TypeName: a schema's type as kubectl explain prints it.
#pragma once

#include <string>

#include "cli/tree/node.h"

namespace structural::tree {

// "Object", "[]Object", "map[string]integer", "IntOrString"; "any" where the schema tells of no
// type; nothing for a junctor's branch without one, as none should have.
//
// Upstream: k8s.io/kubectl pkg/explain/v2/templates/plaintext.tmpl typeGuess (v0.36.3).
std::string TypeName(const Node& node);

// What an array or a map has in it; nullptr where the node is neither.
const Node* ElementOf(const Node& node);

}  // namespace structural::tree
