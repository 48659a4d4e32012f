#include "schema/go/regexp/collapse.h"

#include "schema/go/regexp/factor.h"

namespace structural::go::regexp {
namespace {

// Alternatives that share ever longer beginnings nest once for each, so it takes a pattern of more
// than three million characters to get here. The tree is then several times as high as it may be.
constexpr int kMaxDepth = 2500;

void Hoist(Tree& tree, Node* part, Op op, List<Node*>& to) {
  if (part->op != op) return to.Append(part, tree.pool);
  if (to.empty()) {
    std::swap(to, part->subs);
  } else {
    to.Append(part->subs.view(), tree.pool);
  }
  tree.Reuse(part);
}

}  // namespace

Node* Collapse(Tree& tree, std::span<Node* const> parts, Op op, int depth) {
  if (parts.size() == 1) return parts[0];
  if (depth > kMaxDepth) tree.limits.RefuseDepth();
  Node* node = tree.New(op);
  for (Node* part : parts) Hoist(tree, part, op, node->subs);
  if (op == Op::kConcat || !tree.limits.exceeded().empty()) return node;
  node->subs.Shorten(Factor(tree, node->subs.view(), depth));
  if (node->subs.size() != 1) return node;
  Node* only = node->subs[0];
  tree.Reuse(node);
  return only;
}

}  // namespace structural::go::regexp
