#include "schema/go/regexp/builder.h"

#include "schema/go/regexp/ranges.h"
#include "schema/go/regexp/unicode.h"

namespace structural::go::regexp {
namespace {

// Whether the class consists of both cases of one letter.
bool IsLetterInBothCases(std::span<const Range> class_ranges) {
  char32_t a = class_ranges.front().first, b = class_ranges.back().last;
  const bool two = class_ranges.size() == 1
                       ? a + 1 == b
                       : class_ranges.size() == 2 && class_ranges[0].last == a && class_ranges[1].first == b;
  return two && NextInCase(a) == b && NextInCase(b) == a;
}

constexpr int kMaxRepeat = 1000;

// Whether the nested repetitions make at most `count` copies of the innermost node.
bool RepeatsAtMost(const Node& node, int count) {
  if (node.op == Op::kRepeat) {
    if (node.max == 0) return true;
    const int times = node.max < 0 ? node.min : node.max;
    if (times > count) return false;
    if (times > 0) count /= times;
  }
  for (const Node* sub : node.Subs()) {
    if (!RepeatsAtMost(*sub, count)) return false;
  }
  return true;
}

}  // namespace

void Builder::AddLiteral(char32_t rune) {
  Node* node = tree_.New(Op::kLiteral);
  node->flags = flags;
  node->text.Append((flags & kFoldCase) != 0 ? FirstInCase(rune) : rune, tree_.pool);
  Push(node);
}

void Builder::Add(Op op, Flags more_flags) {
  Node* node = tree_.New(op);
  node->flags = flags;
  Push(node);
  node->flags |= more_flags;
}

Node* Builder::StartClass() {
  Node* node = tree_.New(Op::kCharClass);
  node->flags = flags;
  return node;
}

void Builder::FinishClass(Node* node, std::span<const Range> clean) {
  SetRanges(clean, *node, tree_.pool);
  Push(node);
}

Outcome Builder::Repeat(Op op, int min, int max, bool non_greedy) {
  if (tree_.stack.empty() || IsPseudo(Top()->op)) return Outcome::kNothingToRepeat;
  Node* node = tree_.New(op);
  node->min = static_cast<std::int16_t>(min);
  node->max = static_cast<std::int16_t>(max);
  node->flags = non_greedy ? flags ^ kNonGreedy : flags;
  node->subs.Append(Top(), tree_.pool);
  tree_.stack.back() = node;
  tree_.Check(*node);
  const bool copies = op == Op::kRepeat && (min >= 2 || max >= 2) && exceeded().empty();
  return copies && !RepeatsAtMost(*node, kMaxRepeat) ? Outcome::kTooManyRepeats : Outcome::kDone;
}

void Builder::OpenGroup(bool captures) {
  Node* node = tree_.New(Op::kLeftParen);
  node->flags = flags;
  node->captures = captures;
  Push(node);
}

Outcome Builder::CloseGroup() {
  EndAlternatives();
  if (tree_.stack.size() < 2) return Outcome::kNothingToClose;
  Node* inner = Top();
  Node* paren = Top(2);
  tree_.stack.resize(tree_.stack.size() - 2);
  if (paren->op != Op::kLeftParen) return Outcome::kNothingToClose;
  flags = paren->flags;
  if (!paren->captures) {
    Push(inner);
    return Outcome::kDone;
  }
  paren->Become(Op::kCapture);
  paren->subs.Append(inner, tree_.pool);
  Push(paren);
  return Outcome::kDone;
}

void Builder::AddAlternative() {
  Concat();
  if (!LowerVerticalBar()) Add(Op::kVerticalBar);
}

bool Builder::Finish() {
  EndAlternatives();
  return tree_.stack.size() == 1;
}

void Builder::Push(Node* node) {
  tree_.limits.CountRunes(RuneCount(*node));
  if (PushAsLiteral(node)) return;
  tree_.stack.push_back(node);
  tree_.Check(*node);
}

// Turns a class of one letter into a literal. Returns whether the literal was joined with the last one on the stack.
bool Builder::PushAsLiteral(Node* node) {
  Flags literal_flags = flags;
  if (node->op != Op::kCharClass || node->packed_count != 0 || node->ranges.empty()) {
    return JoinLiterals(nullptr, 0);
  }
  const std::span<const Range> ranges = node->ranges.view();
  const char32_t rune = ranges[0].first;
  if (ranges.size() == 1 && ranges[0].last == rune) {
    literal_flags &= ~kFoldCase;
  } else if (IsLetterInBothCases(ranges)) {
    literal_flags |= kFoldCase;
  } else {
    return JoinLiterals(nullptr, 0);
  }
  if (JoinLiterals(&rune, literal_flags)) return true;
  node->ranges.Free(tree_.pool);
  node->Become(Op::kLiteral);
  node->text.Append(rune, tree_.pool);
  node->flags = literal_flags;
  return false;
}

// Joins the two topmost nodes if they are literals with the same case folding. The freed node becomes a literal of the
// character `next`, unless it is null. Returns whether the node was reused in this way.
bool Builder::JoinLiterals(const char32_t* next, Flags next_flags) {
  if (tree_.stack.size() < 2) return false;
  Node* last = Top();
  Node* before = Top(2);
  if (last->op != Op::kLiteral || before->op != Op::kLiteral) return false;
  if (((last->flags ^ before->flags) & kFoldCase) != 0) return false;
  before->text.Append(last->text.view(), tree_.pool);
  if (next == nullptr) {
    tree_.stack.pop_back();
    tree_.Reuse(last);
    return false;
  }
  last->text.Shorten(0);
  last->text.Append(*next, tree_.pool);
  last->flags = next_flags;
  return true;
}

// Removes the nodes above the last ( or | from the stack, and returns them.
std::span<Node* const> Builder::TakePart() {
  auto begin = tree_.stack.end();
  while (begin != tree_.stack.begin() && !IsPseudo((*(begin - 1))->op)) --begin;
  part_.assign(begin, tree_.stack.end());
  tree_.stack.erase(begin, tree_.stack.end());
  return part_;
}

void Builder::Concat() {
  JoinLiterals(nullptr, 0);
  const auto part = TakePart();
  Push(part.empty() ? tree_.New(Op::kEmptyMatch) : Collapse(tree_, part, Op::kConcat));
}

void Builder::Alternate() {
  const auto part = TakePart();
  if (!part.empty()) CleanAlternative(*part.back(), tree_.pool);
  Push(part.empty() ? tree_.New(Op::kNoMatch) : Collapse(tree_, part, Op::kAlternate));
}

void Builder::EndAlternatives() {
  Concat();
  if (LowerVerticalBar()) tree_.stack.pop_back();
  Alternate();
}

// Moves the | to the top of the stack. All complete alternatives except the last are below it. Returns false if the
// stack has no |.
bool Builder::LowerVerticalBar() {
  const std::size_t height = tree_.stack.size();
  if (height < 2 || Top(2)->op != Op::kVerticalBar) return false;
  if (height >= 3 && MergeAcrossVerticalBar()) return true;
  if (height >= 3) CleanAlternative(*Top(3), tree_.pool);
  std::swap(tree_.stack[height - 1], tree_.stack[height - 2]);
  return true;
}

bool Builder::MergeAcrossVerticalBar() {
  Node*& below = tree_.stack[tree_.stack.size() - 3];
  Node* above = Top();
  if (!IsCharClass(*above) || !IsCharClass(*below)) return false;
  if (above->op > below->op) std::swap(above, below);
  MergeCharClass(*below, *above, tree_.pool);
  tree_.Reuse(above);
  tree_.stack.pop_back();
  return true;
}

}  // namespace structural::go::regexp
