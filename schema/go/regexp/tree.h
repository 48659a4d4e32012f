// The nodes of one pattern, and the stack of those that have no parent yet.
//
// Nodes that are given back are used again, last first: Go remembers sizes by node, also those of a
// node's earlier life. They live as long as the Tree. Not thread-safe.
//
// Upstream: Go regexp/syntax parse.go newRegexp, reuse (Go 1.26).
#pragma once

#include <span>
#include <vector>

#include "schema/go/regexp/limits.h"
#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

class Tree {
 public:
  Node* New(Op op);
  void Reuse(Node* node);

  // To be called with a node that is new or has changed.
  void Check(Node& node) { limits.Check(node, stack); }

 private:
  base::Arena arena_;
  Node* free_ = nullptr;

 public:
  Pool pool{arena_};
  Limits limits;
  std::vector<Node*> stack;
};

// The node without the first `count` characters that it begins with.
Node* RemoveLeadingText(Tree& tree, Node* node, std::size_t count);

// The node without its first part; the part is given back if the caller has no use for it.
Node* RemoveLeadingPart(Tree& tree, Node* node, bool reuse);

}  // namespace structural::go::regexp
