#include "schema/go/regexp/program.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "schema/go/regexp/ranges.h"
#include "schema/go/regexp/unicode.h"

namespace structural::go::regexp {
namespace {

constexpr Range kAnyCharNotNL[] = {{0, '\n' - 1}, {'\n' + 1, kLastRune}};
constexpr Range kAnyChar[] = {{0, kLastRune}};

bool MatchesEmpty(const Node& node);

bool MatchesEmpty(std::span<Node* const> subs) {
  return std::ranges::all_of(subs, [](const Node* sub) { return MatchesEmpty(*sub); });
}

// Whether the node can match without reading a code point. True for assertions.
//
// Upstream: Go regexp/syntax compile.go frag.nullable (Go 1.26).
bool MatchesEmpty(const Node& node) {
  switch (node.op) {
    case Op::kNoMatch: return false;
    case Op::kLiteral: return node.text.empty();
    case Op::kCharClass:
    case Op::kAnyCharNotNL:
    case Op::kAnyChar: return false;
    case Op::kStar:
    case Op::kQuest: return true;
    case Op::kRepeat: return node.min == 0 || MatchesEmpty(node.Subs());
    case Op::kAlternate: return std::ranges::any_of(node.Subs(), [](const Node* sub) { return MatchesEmpty(*sub); });
    case Op::kPlus:
    case Op::kCapture:
    case Op::kConcat: return MatchesEmpty(node.Subs());
    default: return true;
  }
}

std::size_t HashOf(std::span<const Range> ranges) {
  std::size_t hash = ranges.size();
  for (const Range range : ranges) {
    hash = (hash ^ range.first ^ std::size_t{range.last} << 21) * 0x9E3779B97F4A7C15;
  }
  return hash;
}

class Compiler {
 public:
  Program Run(const Node& root) {
    Emit(root);
    Add(Instruction::kMatch, 0);
    program_.anchored = IsAnchored();
    program_.code.shrink_to_fit();
    program_.classes.shrink_to_fit();
    return std::move(program_);
  }

 private:
  std::size_t Here() const { return code_.size(); }
  void Add(Instruction::Kind kind, std::size_t argument) {
    code_.emplace_back(kind, static_cast<std::uint32_t>(argument));
  }
  // Adds an instruction, and returns its index. Close sets its kind and target later.
  std::size_t AddOpen() {
    code_.emplace_back();
    return Here() - 1;
  }
  void Close(std::size_t at, Instruction::Kind kind) {
    code_[at] = Instruction(kind, static_cast<std::uint32_t>(Here() - at));
  }

  void Emit(const Node& node);
  void EmitSubs(const Node& node);
  void EmitText(const Node& literal);
  void EmitClass(std::span<const Range> ranges);
  void EmitAssertion(Assertions assertion);
  void EmitStar(const Node& node);
  void EmitLoop(const Node& node, std::size_t begin, std::size_t end);
  void EmitQuest(const Node& node);
  void EmitPlus(const Node& node);
  void EmitRepeat(const Node& node);
  void EmitCopies(std::size_t begin, std::size_t end, std::size_t count, std::optional<Instruction::Kind> skip);
  void EmitAlternatives(const Node& node);
  std::uint32_t NumberOf(std::span<const Range> ranges);
  bool IsAnchored() const;

  Program program_;
  std::vector<Range> scratch_;
  std::vector<Instruction>& code_ = program_.code;
  std::unordered_multimap<std::size_t, std::uint32_t> numbers_;  // index in program_.classes, by hash of the class
  // Index in program_.classes of each class that consists of a letter in both cases.
  std::unordered_map<char32_t, std::uint32_t> letters_;
};

void Compiler::Emit(const Node& node) {
  switch (node.op) {
    case Op::kNoMatch: return EmitClass({});
    case Op::kEmptyMatch: return;
    case Op::kLiteral: return EmitText(node);
    case Op::kCharClass: return EmitClass(RangesOf(node, scratch_));
    case Op::kAnyCharNotNL: return EmitClass(kAnyCharNotNL);
    case Op::kAnyChar: return EmitClass(kAnyChar);
    case Op::kBeginLine: return EmitAssertion(kAtBeginLine);
    case Op::kEndLine: return EmitAssertion(kAtEndLine);
    case Op::kBeginText: return EmitAssertion(kAtBeginText);
    case Op::kEndText: return EmitAssertion(kAtEndText);
    case Op::kWordBoundary: return EmitAssertion(kAtWordBoundary);
    case Op::kNoWordBoundary: return EmitAssertion(kAtNoWordBoundary);
    case Op::kStar: return EmitStar(node);
    case Op::kPlus: return EmitPlus(node);
    case Op::kQuest: return EmitQuest(node);
    case Op::kRepeat: return EmitRepeat(node);
    case Op::kAlternate: return EmitAlternatives(node);
    default: return EmitSubs(node);
  }
}

void Compiler::EmitSubs(const Node& node) {
  for (const Node* sub : node.Subs()) Emit(*sub);
}

void Compiler::EmitText(const Node& literal) {
  const bool any_case = (literal.flags & kFoldCase) != 0;
  for (const char32_t rune : literal.text) {
    if (!any_case || SimpleFold(rune) == rune) {
      Add(Instruction::kRune, rune);
      continue;
    }
    const auto [letter, added] = letters_.try_emplace(rune);
    if (added) {
      std::vector<Range> cases;
      AppendFolded(Range{rune, rune}, cases);
      cases.resize(Clean(cases));
      letter->second = NumberOf(cases);
    }
    Add(Instruction::kClass, letter->second);
  }
}

void Compiler::EmitClass(std::span<const Range> ranges) {
  if (ranges.size() == 1 && ranges[0].first == ranges[0].last) {
    return Add(Instruction::kRune, ranges[0].first);
  }
  Add(Instruction::kClass, NumberOf(ranges));
}

std::uint32_t Compiler::NumberOf(std::span<const Range> ranges) {
  const std::size_t hash = HashOf(ranges);
  const auto [begin, end] = numbers_.equal_range(hash);
  for (auto known = begin; known != end; ++known) {
    if (std::ranges::equal(program_.classes[known->second], ranges)) return known->second;
  }
  const auto number = static_cast<std::uint32_t>(program_.classes.size());
  program_.classes.emplace_back(ranges.begin(), ranges.end());
  program_.range_count += ranges.size();
  numbers_.emplace(hash, number);
  return number;
}

void Compiler::EmitAssertion(Assertions assertion) {
  program_.assertions |= assertion;
  Add(Instruction::kAssert, assertion);
}

// Returns the kind of the instruction that can skip an optional part: kBranch for a non-greedy node, because it prefers
// to skip the part; otherwise kSplit, which prefers the part.
Instruction::Kind SkipOf(const Node& node) {
  return (node.flags & kNonGreedy) != 0 ? Instruction::kBranch : Instruction::kSplit;
}

// Compiles x*. If x can match the empty text, compiles it as (x+)? like Go, because this determines which match is
// preferred.
void Compiler::EmitStar(const Node& node) {
  const std::size_t split = AddOpen();
  EmitSubs(node);
  if (MatchesEmpty(node.Subs())) {
    EmitLoop(node, split + 1, Here());
  } else {
    Add(Instruction::kJump, split - Here());
  }
  Close(split, SkipOf(node));
}

void Compiler::EmitQuest(const Node& node) {
  const std::size_t split = AddOpen();
  EmitSubs(node);
  Close(split, SkipOf(node));
}

void Compiler::EmitPlus(const Node& node) {
  const std::size_t begin = Here();
  EmitSubs(node);
  EmitLoop(node, begin, Here());
}

// Adds an instruction that repeats the instructions in [begin, end).
void Compiler::EmitLoop(const Node& node, std::size_t begin, std::size_t end) {
  const bool lazy = (node.flags & kNonGreedy) != 0;
  Add(lazy ? Instruction::kSplit : Instruction::kBranch, begin - end);
}

// Compiles x{2,4} as xx(x(x)?)?, and x{2,} as xx+.
void Compiler::EmitRepeat(const Node& node) {
  if (node.max == 0) return;
  if (node.min == 0 && node.max < 0) return EmitStar(node);
  const std::size_t open = node.min == 0 ? AddOpen() : 0;
  const std::size_t begin = Here();
  EmitSubs(node);
  const std::size_t end = Here(), once = 1;
  const Instruction::Kind skip = SkipOf(node);
  if (node.min > 1) EmitCopies(begin, end, node.min - once, std::nullopt);
  if (node.max < 0) return EmitLoop(node, begin, end);
  const std::size_t min = std::max<std::size_t>(node.min, once);
  EmitCopies(begin, end, node.max - min, skip);
  if (node.min == 0) Close(open, skip);
}

// Appends `count` copies of the instructions in [begin, end). If `skip` has a value, each copy is optional: an
// instruction of this kind before the copy can skip it, together with all later copies.
void Compiler::EmitCopies(std::size_t begin, std::size_t end, std::size_t count,
                          std::optional<Instruction::Kind> skip) {
  const std::size_t size = end - begin, each = size + (skip ? 1 : 0);
  if (size == 0) return;
  std::size_t to = Here();
  code_.resize(to + count * each);
  for (; count > 0; --count) {
    if (skip) code_[to++] = Instruction(*skip, static_cast<std::uint32_t>(count * each));
    std::copy_n(code_.begin() + begin, size, code_.begin() + to);
    to += size;
  }
}

void Compiler::EmitAlternatives(const Node& node) {
  const std::span<Node* const> subs = node.Subs();
  std::vector<std::size_t> jumps;
  for (const Node* sub : subs.first(subs.size() - 1)) {
    const std::size_t split = AddOpen();
    Emit(*sub);
    jumps.push_back(AddOpen());
    Close(split, Instruction::kSplit);
  }
  Emit(*subs.back());
  for (const std::size_t jump : jumps) Close(jump, Instruction::kJump);
}

// Whether the program can only match at the beginning of the text: each path reaches \A before it reads a code point.
bool Compiler::IsAnchored() const {
  if ((program_.assertions & kAtBeginText) == 0) return false;
  std::vector<bool> seen(code_.size());
  std::vector<std::size_t> open{0};
  const auto reach = [&](std::size_t at) {
    if (!seen[at]) open.push_back(at);
    seen[at] = true;
  };
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    const Instruction next = code_[at];
    switch (next.kind()) {
      case Instruction::kAssert:
        if (next.argument() != kAtBeginText) reach(at + 1);
        break;
      case Instruction::kSplit:
      case Instruction::kBranch: reach(at + 1); [[fallthrough]];
      case Instruction::kJump: reach(at + next.distance()); break;
      default: return false;
    }
  }
  return true;
}

}  // namespace

Program Compile(const Node& root) { return Compiler().Run(root); }

}  // namespace structural::go::regexp
