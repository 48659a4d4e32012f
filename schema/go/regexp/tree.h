// Tree: the nodes of one pattern, and the stack of nodes that have no parent yet.
//
// Freed nodes are reused, the most recently freed one first. Go keeps the measured size of a node when it reuses the
// node, so the order of reuse influences which patterns Go accepts. The nodes are freed with the Tree. Not thread-safe.
//
// Upstream: Go regexp/syntax parse.go newRegexp, reuse (Go 1.26).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Go's limits for the size and the height of a pattern.
//
// Go estimates the size of the program for a tree, but only once the pattern has enough nodes to be too large. Go
// measures the height of the tree in the same way. Go stores both values in each node, and does not always measure a
// changed node again. Which patterns Go accepts depends on this. Therefore this class does the same.
//
// Upstream: Go regexp/syntax parse.go checkLimits (Go 1.26).
class Limits {
 public:
  void CountNode() { ++node_count_; }
  void CountRunes(std::int64_t count) { rune_count_ += count; }

  // Checks a node against the limits, and records the first exceeded one. Must be called for each new or changed node.
  // `stack` is the stack of the Tree.
  void Check(Node& node, std::span<Node* const> stack);

  // Records the error that the tree is too deep for recursive functions.
  void RejectDepth();

  // Returns the error message of the first exceeded limit; empty if no limit is exceeded.
  std::string_view exceeded() const { return exceeded_; }

 private:
  bool MayExceedMaxSize(const Node& node);
  void CheckSize(Node& node, std::span<Node* const> stack);
  void CheckHeight(Node& node, std::span<Node* const> stack);

  std::int64_t node_count_ = 0;
  std::int64_t rune_count_ = 0;
  std::int64_t repeat_product_ = 1;  // product of all repetition counts, capped at the maximum size
  bool measures_size_ = false;
  bool measures_height_ = false;
  std::string_view exceeded_;
};

class Tree {
 public:
  // Returns a new or a reused node without content.
  Node* New(Op op);
  // Frees a node, so that New can return it.
  void Reuse(Node* node);

  // Checks a node with Limits::Check. Must be called for each new or changed node.
  void Check(Node& node) { limits.Check(node, stack); }

 private:
  base::Arena arena_;
  Node* free_nodes_ = nullptr;

 public:
  Pool pool{arena_};
  Limits limits;
  std::vector<Node*> stack;
};

// Removes the first `count` characters from the literal at the beginning of a node. Returns the node that remains.
Node* RemoveLeadingText(Tree& tree, Node* node, std::size_t count);

// Removes the first part of a concatenation. If `reuse` is true, frees the part. Returns the node that remains.
Node* RemoveLeadingPart(Tree& tree, Node* node, bool reuse);

}  // namespace structural::go::regexp
