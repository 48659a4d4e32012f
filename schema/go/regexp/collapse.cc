#include <algorithm>

#include "schema/go/regexp/builder.h"
#include "schema/go/regexp/ranges.h"
#include "schema/go/regexp/tree.h"

namespace structural::go::regexp {
namespace {

// The literal that a node begins with; empty if the node begins with something else.
struct LeadingText {
  std::span<const char32_t> text;
  Flags fold = 0;
};

LeadingText LeadingTextOf(const Node* node) {
  if (node->op == Op::kConcat) node = node->subs[0];
  if (node->op != Op::kLiteral) return {};
  return {node->text.view(), static_cast<Flags>(node->flags & kFoldCase)};
}

std::size_t CommonLength(const LeadingText& a, const LeadingText& b) {
  if (a.fold != b.fold) return 0;
  const auto [end, _] = std::ranges::mismatch(a.text, b.text);
  return static_cast<std::size_t>(end - a.text.begin());
}

// Returns the first part of a node; nullptr if that part only matches the empty text.
Node* LeadingPartOf(Node* node) {
  if (node->op == Op::kConcat) node = node->subs[0];
  return node->op == Op::kEmptyMatch ? nullptr : node;
}

// Whether a common first part may be factored out: a class, or a fixed number of repetitions of a class.
bool CanBeCommonPrefix(const Node& node) {
  return IsCharClass(node) || (node.op == Op::kRepeat && node.min == node.max && IsCharClass(*node.subs[0]));
}

// Precondition: CanBeCommonPrefix(a).
bool Equal(const Node& a, const Node& b) {
  if (a.op != b.op) return false;
  std::vector<Range> of_a, of_b;
  switch (a.op) {
    case Op::kLiteral:
      return (a.flags & kFoldCase) == (b.flags & kFoldCase) && std::ranges::equal(a.text.view(), b.text.view());
    case Op::kCharClass:
      return (a.flags & kFoldCase) == (b.flags & kFoldCase) && RuneCount(a) == RuneCount(b) &&
             std::ranges::equal(RangesOf(a, of_a), RangesOf(b, of_b));
    case Op::kRepeat:
      return (a.flags & kNonGreedy) == (b.flags & kNonGreedy) && a.min == b.min && a.max == b.max &&
             Equal(*a.subs[0], *b.subs[0]);
    default: return true;
  }
}

// Returns prefix(rest|rest|…).
Node* WithPrefix(Tree& tree, Node* prefix, std::span<Node*> rests, int depth) {
  Node* suffix = Collapse(tree, rests, Op::kAlternate, depth + 1);
  Node* whole = tree.New(Op::kConcat);
  whole->subs.Append(prefix, tree.pool);
  whole->subs.Append(suffix, tree.pool);
  return whole;
}

Node* FactorText(Tree& tree, std::span<Node*> run, const LeadingText& common, int depth) {
  Node* prefix = tree.New(Op::kLiteral);
  prefix->flags = common.fold;
  prefix->text.Append(common.text, tree.pool);
  for (Node*& node : run) {
    node = RemoveLeadingText(tree, node, common.text.size());
    tree.Check(*node);
  }
  return WithPrefix(tree, prefix, run, depth);
}

Node* FactorPart(Tree& tree, std::span<Node*> run, Node* prefix, int depth) {
  for (Node*& node : run) {
    node = RemoveLeadingPart(tree, node, /*reuse=*/&node != run.data());
    tree.Check(*node);
  }
  return WithPrefix(tree, prefix, run, depth);
}

// The rounds of Factor. Each replaces runs of adjacent nodes, and returns the number of remaining nodes.

std::size_t FactorTexts(Tree& tree, std::span<Node*> nodes, int depth) {
  std::size_t kept = 0, start = 0;
  LeadingText common;
  for (std::size_t i = 0; i <= nodes.size(); ++i) {
    const LeadingText next = i < nodes.size() ? LeadingTextOf(nodes[i]) : LeadingText{};
    if (const std::size_t same = CommonLength(common, next); same > 0) {
      common.text = common.text.first(same);
      continue;
    }
    const auto run = nodes.subspan(start, i - start);
    if (!run.empty()) nodes[kept++] = run.size() == 1 ? run[0] : FactorText(tree, run, common, depth);
    start = i;
    common = next;
  }
  return kept;
}

std::size_t FactorParts(Tree& tree, std::span<Node*> nodes, int depth) {
  std::size_t kept = 0, start = 0;
  Node* first = nullptr;
  for (std::size_t i = 0; i <= nodes.size(); ++i) {
    Node* next = i < nodes.size() ? LeadingPartOf(nodes[i]) : nullptr;
    if (first != nullptr && next != nullptr && CanBeCommonPrefix(*first) && Equal(*first, *next)) continue;
    const auto run = nodes.subspan(start, i - start);
    if (!run.empty()) nodes[kept++] = run.size() == 1 ? run[0] : FactorPart(tree, run, first, depth);
    start = i;
    first = next;
  }
  return kept;
}

bool IsSimpler(const Node* a, const Node* b) { return a->op != b->op ? a->op < b->op : RuneCount(*a) < RuneCount(*b); }

Node* JoinClasses(Tree& tree, std::span<Node*> run) {
  std::swap(run[0], *std::ranges::max_element(run, IsSimpler));
  for (Node* node : run.subspan(1)) {
    MergeCharClass(*run[0], *node, tree.pool);
    tree.Reuse(node);
  }
  CleanAlternative(*run[0], tree.pool);
  return run[0];
}

std::size_t MergeClasses(Tree& tree, std::span<Node*> nodes) {
  std::size_t kept = 0, start = 0;
  for (std::size_t i = 0; i <= nodes.size(); ++i) {
    if (i < nodes.size() && IsCharClass(*nodes[i])) continue;
    const auto run = nodes.subspan(start, i - start);
    if (!run.empty()) nodes[kept++] = run.size() == 1 ? run[0] : JoinClasses(tree, run);
    if (i < nodes.size()) nodes[kept++] = nodes[i];
    start = i + 1;
  }
  return kept;
}

std::size_t MergeEmpty(std::span<Node*> nodes) {
  std::size_t kept = 0;
  for (Node* node : nodes) {
    const bool again = kept > 0 && node->op == Op::kEmptyMatch && nodes[kept - 1]->op == Op::kEmptyMatch;
    nodes[again ? kept - 1 : kept++] = node;
  }
  return kept;
}

// Factors out common beginnings of alternatives, and merges character classes: abc|abd|x|y becomes ab[cd]|[xy]. Returns
// the number of remaining alternatives, which are at the front.
//
// Upstream: Go regexp/syntax parse.go factor (Go 1.26).
std::size_t Factor(Tree& tree, std::span<Node*> alternatives, int depth) {
  if (alternatives.size() < 2) return alternatives.size();
  std::size_t left = FactorTexts(tree, alternatives, depth);
  left = FactorParts(tree, alternatives.first(left), depth);
  left = MergeClasses(tree, alternatives.first(left));
  return MergeEmpty(alternatives.first(left));
}

// Maximum nesting of calls. Alternatives nest once for each common beginning, so only a pattern of more than three
// million characters exceeds this limit. Its tree is several times higher than Go allows.
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
  if (depth > kMaxDepth) tree.limits.RejectDepth();
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
