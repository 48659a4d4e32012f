#include "schema/go/regexp/tree.h"

#include <algorithm>

#include "schema/go/regexp/ranges.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {
namespace {

// If a concatenation has only one operand, replaces the concatenation by that operand.
Node* Unwrap(Tree& tree, Node* concat) {
  Node* only = concat->subs[0];
  tree.Reuse(concat);
  return only;
}

constexpr std::int64_t kMaxHeight = 1000;
constexpr std::int64_t kMaxSize = (128 << 20) / 40;
constexpr std::int64_t kMaxRunes = (128 << 20) / 4;

std::int64_t Measure(Node& node);

std::int64_t SizeOf(Node& node) { return node.program_size != 0 ? node.program_size : Measure(node); }

// Returns the size of the program for a repetition: x{2,5} is compiled as xx(x(x(x)?)?)?.
std::int64_t SizeOfRepeat(Node& node) {
  const std::int64_t sub = SizeOf(*node.subs[0]);
  if (node.max == -1) return node.min == 0 ? 2 + sub : 1 + node.min * sub;
  return node.max * sub + (node.max - node.min);
}

std::int64_t SizeOfSubs(Node& node) {
  std::int64_t size = 0;
  for (Node* sub : node.Subs()) size += SizeOf(*sub);
  return size;
}

std::int64_t FreshSize(Node& node) {
  switch (node.op) {
    case Op::kLiteral: return node.text.size();
    case Op::kCapture:
    case Op::kStar: return 2 + SizeOfSubs(node);
    case Op::kPlus:
    case Op::kQuest: return 1 + SizeOfSubs(node);
    case Op::kConcat: return SizeOfSubs(node);
    case Op::kAlternate: return SizeOfSubs(node) + std::max<std::int64_t>(node.subs.size(), 1) - 1;
    case Op::kRepeat: return SizeOfRepeat(node);
    default: return 1;
  }
}

std::int64_t Measure(Node& node) { return node.program_size = std::max<std::int64_t>(1, FreshSize(node)); }

std::int32_t MeasureHeight(Node& node) {
  std::int32_t height = 1;
  for (Node* sub : node.Subs()) {
    height = std::max(height, 1 + (sub->height != 0 ? sub->height : MeasureHeight(*sub)));
  }
  return node.height = height;
}

}  // namespace

Node* Tree::New(Op op) {
  Node* node = free_nodes_;
  if (node == nullptr) {
    node = arena_.New<Node>();
    limits.CountNode();
  } else {
    free_nodes_ = node->next_free;
    const std::int64_t size = node->program_size;
    *node = Node{};
    node->program_size = size;
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
  node->next_free = free_nodes_;
  free_nodes_ = node;
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

void Limits::Check(Node& node, std::span<Node* const> stack) {
  if (!exceeded_.empty()) return;
  if (rune_count_ > kMaxRunes) {
    exceeded_ = syntax_errors::kLarge;
    return;
  }
  CheckSize(node, stack);
  if (exceeded_.empty()) CheckHeight(node, stack);
}

void Limits::RejectDepth() {
  if (exceeded_.empty()) exceeded_ = syntax_errors::kNestingDepth;
}

// Whether the program for the part of the pattern that was read so far could exceed the maximum size.
bool Limits::MayExceedMaxSize(const Node& node) {
  if (node.op == Op::kRepeat) {
    const std::int64_t count = std::max(node.max == -1 ? node.min : node.max, std::int16_t{1});
    repeat_product_ = count > kMaxSize / repeat_product_ ? kMaxSize : repeat_product_ * count;
  }
  return node_count_ >= kMaxSize / repeat_product_;
}

void Limits::CheckSize(Node& node, std::span<Node* const> stack) {
  const auto check = [this](Node& measured) {
    if (Measure(measured) > kMaxSize) exceeded_ = syntax_errors::kLarge;
  };
  if (!measures_size_) {
    if (!MayExceedMaxSize(node)) return;
    measures_size_ = true;
    for (Node* other : stack) check(*other);
  }
  check(node);
}

void Limits::CheckHeight(Node& node, std::span<Node* const> stack) {
  const auto check = [this](Node& measured) {
    if (MeasureHeight(measured) > kMaxHeight) exceeded_ = syntax_errors::kNestingDepth;
  };
  if (node_count_ < kMaxHeight) return;
  if (!measures_height_) {
    measures_height_ = true;
    for (Node* other : stack) check(*other);
  }
  check(node);
}

}  // namespace structural::go::regexp
