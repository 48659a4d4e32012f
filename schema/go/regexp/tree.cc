#include "schema/go/regexp/tree.h"

#include "schema/go/regexp/class_ranges.h"

namespace structural::go::regexp {
namespace {

// A concatenation of one is that one.
Node* Unwrap(Tree& tree, Node* concat) {
  Node* only = concat->subs[0];
  tree.Reuse(concat);
  return only;
}

}  // namespace

Node* Tree::New(Op op) {
  Node* node = free_;
  if (node == nullptr) {
    node = arena_.New<Node>();
    limits.CountNode();
  } else {
    free_ = node->next_free;
    const std::int64_t size = node->size;
    *node = Node{};
    node->size = size;
  }
  node->Become(op);
  return node;
}

void Tree::Reuse(Node* node) {
  if (node->op == Op::kLiteral) node->text.Free(pool);
  if (node->op == Op::kCharClass) FreeRanges(*node, pool);
  if (HasSubs(node->op)) node->subs.Free(pool);
  node->op = Op::kNoMatch;
  node->height = 0;
  node->next_free = free_;
  free_ = node;
}

Node* RemoveLeadingText(Tree& tree, Node* node, std::size_t count) {
  if (node->op == Op::kConcat) {
    Node* first = RemoveLeadingText(tree, node->subs[0], count);
    node->subs[0] = first;
    if (first->op != Op::kEmptyMatch) return node;
    tree.Reuse(first);
    node->subs.RemovePrefix(1);
    return node->subs.size() == 1 ? Unwrap(tree, node) : node;
  }
  node->text.RemovePrefix(count);
  if (node->text.empty()) node->op = Op::kEmptyMatch;
  return node;
}

Node* RemoveLeadingPart(Tree& tree, Node* node, bool reuse) {
  if (node->op == Op::kConcat) {
    if (reuse) tree.Reuse(node->subs[0]);
    node->subs.RemovePrefix(1);
    return node->subs.size() == 1 ? Unwrap(tree, node) : node;
  }
  if (reuse) tree.Reuse(node);
  return tree.New(Op::kEmptyMatch);
}

}  // namespace structural::go::regexp
