// The nodes of one pattern, and the stack of nodes that have no parent yet.
//
// Freed nodes are reused, the last one first, because Go keeps the remembered size of a node when it reuses the node.
// The nodes live as long as the Tree. Not thread-safe.
//
// Upstream: Go regexp/syntax parse.go newRegexp, reuse (Go 1.26).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Limits for the size and the height of a pattern.
//
// Go estimates the size of the program for a tree, but only once the pattern could be too large; the same for the
// height. Go remembers both for each node, and does not always measure a changed node again. All of this influences
// which patterns Go accepts, so this code does the same.
//
// Upstream: Go regexp/syntax parse.go checkLimits (Go 1.26).
class Limits {
 public:
  void CountNode() { ++nodes_; }
  void CountRunes(std::int64_t count) { runes_ += count; }

  // Must be called with each node that is new or has changed. `stack` is the stack of the Tree.
  void Check(Node& node, std::span<Node* const> stack);

  // Rejects a tree that is too deep for the recursion of this program.
  void RejectDepth();

  // Returns the message of the first exceeded limit, or an empty text.
  std::string_view exceeded() const { return exceeded_; }

 private:
  bool SizeMatters(const Node& node);
  void CheckSize(Node& node, std::span<Node* const> stack);
  void CheckHeight(Node& node, std::span<Node* const> stack);

  std::int64_t nodes_ = 0;
  std::int64_t runes_ = 0;
  std::int64_t repeats_ = 1;  // product of all repetitions, at most the maximum size
  bool measures_size_ = false;
  bool measures_height_ = false;
  std::string_view exceeded_;
};

class Tree {
 public:
  Node* New(Op op);
  void Reuse(Node* node);

  // Must be called with each node that is new or has changed.
  void Check(Node& node) { limits.Check(node, stack); }

 private:
  base::Arena arena_;
  Node* free_ = nullptr;

 public:
  Pool pool{arena_};
  Limits limits;
  std::vector<Node*> stack;
};

// Removes the first `count` characters of the literal that the node begins with. Returns the new node.
Node* RemoveLeadingText(Tree& tree, Node* node, std::size_t count);

// Removes the first part of the node. If `reuse` is true, the part is freed. Returns the new node.
Node* RemoveLeadingPart(Tree& tree, Node* node, bool reuse);

}  // namespace structural::go::regexp
