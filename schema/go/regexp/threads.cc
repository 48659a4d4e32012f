#include "schema/go/regexp/threads.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::go::regexp {
namespace {

// Trim frees a vector whose capacity exceeds this number of elements.
constexpr std::size_t kKept = std::size_t{1} << 16;
constexpr std::uint32_t kMaxGeneration = 1U << 31;

template <typename T>
void TrimOne(std::vector<T>& elements) {
  if (elements.capacity() > kKept) elements = {};
}

// Removes the first code point from `text`, and returns it; returns kNoRune if `text` is empty.
char32_t Take(std::string_view& text) {
  if (text.empty()) return kNoRune;
  const base::Rune rune = base::DecodeRune(text);
  text.remove_prefix(rune.size);
  return rune.value;
}

}  // namespace

bool IsWordCharacter(char32_t rune) {
  return (rune >= 'a' && rune <= 'z') || (rune >= 'A' && rune <= 'Z') || (rune >= '0' && rune <= '9') || rune == '_';
}

bool CleanContains(std::span<const Range> clean, char32_t rune) {
  const auto range = std::ranges::lower_bound(clean, rune, {}, &Range::last);
  return range != clean.end() && range->first <= rune;
}

Assertions AssertionsBetween(char32_t previous, char32_t next) {
  Assertions hold = IsWordCharacter(previous) == IsWordCharacter(next) ? kAtNoWordBoundary : kAtWordBoundary;
  if (previous == kNoRune) hold |= kAtBeginText;
  if (previous == kNoRune || previous == '\n') hold |= kAtBeginLine;
  if (next == kNoRune) hold |= kAtEndText;
  if (next == kNoRune || next == '\n') hold |= kAtEndLine;
  return hold;
}

void Threads::Start(const Program& program) {
  const std::size_t words = program.code.size() / 64 + 1;
  if (seen_.size() < words) seen_.resize(words);
  class_matches_.assign(program.classes.size(), 0);
  generation_ = 0;
}

void Threads::Trim() {
  TrimOne(seen_);
  TrimOne(visited_);
  TrimOne(open_);
  TrimOne(waiting_);
  TrimOne(class_matches_);
}

Step Threads::Advance(const Program& program, std::vector<std::uint32_t>& from, char32_t previous, char32_t next) {
  const bool matched = FollowPaths(program, from, previous, next);
  ForgetVisited();
  from.clear();
  if (!matched && next != kNoRune) {
    if (++generation_ == kMaxGeneration) Start(program), ++generation_;
    for (const std::uint32_t at : waiting_) {
      if (MatchesRune(program, at, next)) from.push_back(at + 1);
    }
  }
  steps_ += waiting_.size();
  waiting_.clear();
  if (matched) return Step::kMatched;
  return next == kNoRune || (program.anchored && from.empty()) ? Step::kFailed : Step::kContinue;
}

bool Threads::FollowPaths(const Program& program, const std::vector<std::uint32_t>& from, char32_t previous,
                          char32_t next) {
  const Assertions hold = program.assertions == 0 ? 0 : AssertionsBetween(previous, next);
  for (const std::uint32_t at : from) {
    if (AddThreads(program, at, hold)) return true;
  }
  return (previous == kNoRune || !program.anchored) && AddThreads(program, 0, hold);
}

// Follows all paths that begin at the instruction `at` and do not read a code point. Returns true if a path reaches
// kMatch.
bool Threads::AddThreads(const Program& program, std::uint32_t at, Assertions hold) {
  open_.clear();
  open_.push_back(at);
  while (!open_.empty()) {
    at = open_.back();
    open_.pop_back();
    while (Visit(at)) {
      const Instruction instruction = program.code[at];
      const auto kind = instruction.kind();
      if (kind == Instruction::kMatch) return true;
      if (kind == Instruction::kRune || kind == Instruction::kClass) {
        waiting_.push_back(at);
        break;
      }
      if (kind == Instruction::kAssert && (instruction.argument() & ~hold) != 0) break;
      if (kind == Instruction::kSplit || kind == Instruction::kBranch) open_.push_back(at + instruction.distance());
      at += kind == Instruction::kJump ? instruction.distance() : 1;
    }
  }
  return false;
}

// Marks the instruction as visited. Returns false if it was visited before.
bool Threads::Visit(std::uint32_t at) {
  ++steps_;
  std::uint64_t& word = seen_[at / 64];
  const std::uint64_t bit = std::uint64_t{1} << at % 64;
  if ((word & bit) != 0) return false;
  word |= bit;
  if (visited_.size() <= seen_.size()) visited_.push_back(at);
  return true;
}

void Threads::ForgetVisited() {
  if (visited_.size() > seen_.size()) {
    std::ranges::fill(seen_, 0);
  } else {
    for (const std::uint32_t at : visited_) seen_[at / 64] = 0;
  }
  visited_.clear();
}

bool Threads::MatchesRune(const Program& program, std::uint32_t at, char32_t rune) {
  const Instruction instruction = program.code[at];
  if (instruction.kind() == Instruction::kRune) return instruction.argument() == rune;
  const std::uint32_t number = instruction.argument();
  std::uint32_t& takes = class_matches_[number];
  if (takes / 2 != generation_) {
    takes = 2 * generation_ + (CleanContains(program.classes[number], rune) ? 1 : 0);
  }
  return (takes & 1) != 0;
}

bool Search(const Program& program, std::string_view text, Threads& threads) {
  std::vector<std::uint32_t> open;
  Step step = Step::kContinue;
  threads.Start(program);
  for (char32_t previous = kNoRune; step == Step::kContinue;) {
    const char32_t next = Take(text);
    step = threads.Advance(program, open, previous, next);
    previous = next;
  }
  threads.Trim();
  return step == Step::kMatched;
}

}  // namespace structural::go::regexp
