#include "schema/go/regexp/builder.h"

#include <algorithm>

#include "schema/base/utf8.h"
#include "schema/go/regexp/ranges.h"
#include "schema/go/regexp/tree.h"
#include "schema/go/regexp/unicode.h"

namespace structural::go::regexp {
namespace {

// Joins `parts` into one node with the operation `op`: kConcat or kAlternate. A part with the same operation is
// replaced by its own parts. Common beginnings of alternatives are factored out. `depth` is the depth of the recursion.
//
// Upstream: Go regexp/syntax parse.go collapse (Go 1.26).
//
// Precondition: `parts` is not empty.
Node* Collapse(Tree& tree, std::span<Node* const> parts, Op op, int depth = 0);

// The literal at the beginning of a node. `text` is empty if the node does not begin with a literal.
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

// Returns the first part of a concatenation, or the node itself if it is not a concatenation; nullptr if the result
// would only match the empty text.
Node* LeadingPartOf(Node* node) {
  if (node->op == Op::kConcat) node = node->subs[0];
  return node->op == Op::kEmptyMatch ? nullptr : node;
}

// Whether a node can be factored out of alternatives that begin with this node. True for a character class, and for a
// fixed number of repetitions of a class.
bool CanBeCommonPrefix(const Node& node) {
  return IsCharClass(node) || (node.op == Op::kRepeat && node.min == node.max && IsCharClass(*node.subs[0]));
}

// Whether two nodes are equal. Precondition: CanBeCommonPrefix(a).
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

// Returns the node prefix(rest|rest|…) for the alternatives `rests` without their common prefix.
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

// The steps of Factor. Each step replaces runs of adjacent nodes by one node, and returns the number of remaining
// nodes, which are at the front.

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
// the number of remaining alternatives, which are at the front of `alternatives`.
//
// Upstream: Go regexp/syntax parse.go factor (Go 1.26).
std::size_t Factor(Tree& tree, std::span<Node*> alternatives, int depth) {
  if (alternatives.size() < 2) return alternatives.size();
  std::size_t left = FactorTexts(tree, alternatives, depth);
  left = FactorParts(tree, alternatives.first(left), depth);
  left = MergeClasses(tree, alternatives.first(left));
  return MergeEmpty(alternatives.first(left));
}

// Maximum depth of the recursion of Collapse. The depth grows by one for each common beginning, so only a pattern of
// more than three million characters exceeds the maximum. The tree of such a pattern is several times higher than Go
// allows.
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

// Whether the class consists of the upper and the lower case of one letter.
bool IsLetterInBothCases(std::span<const Range> class_ranges) {
  char32_t a = class_ranges.front().first, b = class_ranges.back().last;
  const bool two = class_ranges.size() == 1
                       ? a + 1 == b
                       : class_ranges.size() == 2 && class_ranges[0].last == a && class_ranges[1].first == b;
  return two && SimpleFold(a) == b && SimpleFold(b) == a;
}

constexpr int kMaxRepeat = 1000;

// Whether nested repetitions, such as (x{10}){10}, expand to at most `count` copies of the innermost node.
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
  node->text.Append((flags & kFoldCase) != 0 ? MinFoldRune(rune) : rune, tree_.pool);
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
  if (!SwapVerticalBar()) Add(Op::kVerticalBar);
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

// Converts a class of a single letter to a literal. Returns true if JoinLiterals reused the stack's last node for it,
// or false if the caller must push `node`.
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

// Joins the two last nodes on the stack if both are literals with the same case folding. This frees the last node. If
// `next` is not null, the freed node becomes a literal of the character `next`, and the function returns true.
// Otherwise returns false.
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

// Removes all nodes after the last kLeftParen or kVerticalBar from the stack, and returns them.
std::span<Node* const> Builder::TakeAlternative() {
  auto begin = tree_.stack.end();
  while (begin != tree_.stack.begin() && !IsPseudo((*(begin - 1))->op)) --begin;
  taken_nodes_.assign(begin, tree_.stack.end());
  tree_.stack.erase(begin, tree_.stack.end());
  return taken_nodes_;
}

void Builder::Concat() {
  JoinLiterals(nullptr, 0);
  const auto part = TakeAlternative();
  Push(part.empty() ? tree_.New(Op::kEmptyMatch) : Collapse(tree_, part, Op::kConcat));
}

void Builder::Alternate() {
  const auto part = TakeAlternative();
  if (!part.empty()) CleanAlternative(*part.back(), tree_.pool);
  Push(part.empty() ? tree_.New(Op::kNoMatch) : Collapse(tree_, part, Op::kAlternate));
}

void Builder::EndAlternatives() {
  Concat();
  if (SwapVerticalBar()) tree_.stack.pop_back();
  Alternate();
}

// Swaps the last alternative, which is on top of the stack, with the kVerticalBar below it. The kVerticalBar is then on
// top, and all complete alternatives are below it. Returns false if the current group has no kVerticalBar.
bool Builder::SwapVerticalBar() {
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

namespace {

bool IsNameCharacter(char c) { return base::IsLetterOrDigit(c) || c == '_'; }

bool IsName(std::string_view text) { return !text.empty() && std::ranges::all_of(text, IsNameCharacter); }

// Reads (?<name> or (?P<name>, and opens a group. `prefix` is the length of the text before the name.
bool ReadNamedGroup(Source& source, std::size_t prefix, Builder& builder) {
  const std::string_view start = source.rest();
  const std::size_t end = start.find('>');
  if (end == std::string_view::npos) {
    return source.CheckUtf8(start) && source.Fail(syntax_errors::kNamedCapture, start);
  }
  const std::string_view name = start.substr(prefix, end - prefix);
  if (!source.CheckUtf8(name)) return false;
  source.Skip(end + 1);
  if (!IsName(name)) return source.Fail(syntax_errors::kNamedCapture, source.Since(start));
  builder.OpenGroup(/*captures=*/true);
  return true;
}

// The flags of a group like "(?ims-U:". The letters before the hyphen set flags, and the letters after the hyphen clear
// flags.
struct Letters {
  Flags flags;
  bool off = false;
  bool any = false;  // whether any letter was read; reset by the hyphen

  // Applies one letter. Returns false if the character is not a flag.
  bool Take(char32_t letter) {
    switch (letter) {
      case 'i': Set(kFoldCase, !off); break;
      case 'm': Set(kOneLine, off); break;
      case 's': Set(kDotNL, !off); break;
      case 'U': Set(kNonGreedy, !off); break;
      default: return false;
    }
    return any = true;
  }

  void Set(Flags flag, bool on) { flags = static_cast<Flags>(on ? flags | flag : flags & ~flag); }
};

bool ReadFlags(Source& source, Builder& builder) {
  const std::string_view start = source.rest();
  source.Skip(2);
  Letters letters{builder.flags};
  while (!source.rest().empty()) {
    char32_t c;
    if (!source.Next(c)) return false;
    if (letters.Take(c)) continue;
    if (c == '-' && !letters.off) {
      letters.off = true;
      letters.any = false;
      continue;
    }
    if ((c != ':' && c != ')') || (letters.off && !letters.any)) break;
    if (c == ':') builder.OpenGroup(/*captures=*/false);
    builder.flags = letters.flags;
    return true;
  }
  return source.Fail(syntax_errors::kPerlOp, source.Since(start));
}

}  // namespace

bool ReadGroup(Source& source, Builder& builder) {
  const std::size_t size = source.rest().size();
  if (size > 4 && source.StartsWith("(?P<")) return ReadNamedGroup(source, 4, builder);
  if (size > 3 && source.StartsWith("(?<")) return ReadNamedGroup(source, 3, builder);
  return ReadFlags(source, builder);
}

}  // namespace structural::go::regexp
