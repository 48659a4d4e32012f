// The nodes of one pattern, and the stack of those that have no parent yet.
//
// Nodes that are given back are used again, last first: Go remembers sizes by node, also those of a
// node's earlier life. They live as long as the Tree. Not thread-safe.
//
// Upstream: Go regexp/syntax parse.go newRegexp, reuse (Go 1.26).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// How large and how deep a pattern may be.
//
// Go estimates the size of the program that a tree would become, and starts to do so only when the
// pattern could be too large; the same for its height. Both are remembered for each node and not
// always measured again when a node changes. All of that shows in the verdicts, so it is the same
// here.
//
// Upstream: Go regexp/syntax parse.go checkLimits (Go 1.26).
class Limits {
 public:
  void CountNode() { ++nodes_; }
  void CountRunes(std::int64_t count) { runes_ += count; }

  // To be called with each node that is new or has changed, and what is on the stack.
  void Check(Node& node, std::span<Node* const> stack);

  // For a tree that grows deeper than this program's own stack would bear.
  void RefuseDepth();

  // What is wrong, for the first node with which something was; empty if nothing is.
  std::string_view exceeded() const { return exceeded_; }

 private:
  bool SizeMatters(const Node& node);
  void CheckSize(Node& node, std::span<Node* const> stack);
  void CheckHeight(Node& node, std::span<Node* const> stack);

  std::int64_t nodes_ = 0;
  std::int64_t runes_ = 0;
  std::int64_t repeats_ = 1;  // the product of all repetitions, at most the largest size
  bool measures_size_ = false;
  bool measures_height_ = false;
  std::string_view exceeded_;
};

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
