#include "schema/go/regexp/find.h"

#include <algorithm>

#include "schema/base/utf8.h"
#include "schema/go/regexp/threads.h"

namespace structural::go::regexp {
namespace {

// Returns the code point that ends at the offset `at`; kNoRune at the beginning of the text.
char32_t RuneBefore(std::string_view text, std::size_t at) {
  if (at == 0) return kNoRune;
  for (std::size_t size = std::min<std::size_t>(at, 4); size > 1; --size) {
    const base::Rune rune = base::DecodeRune(text.substr(at - size, size));
    if (rune.valid && static_cast<std::size_t>(rune.size) == size) return rune.value;
  }
  return base::DecodeRune(text.substr(at - 1, 1)).value;
}

bool TakesRune(const Program& program, std::uint32_t at, char32_t rune) {
  const Instruction instruction = program.code[at];
  if (instruction.kind() == Instruction::kRune) return instruction.argument() == rune;
  return CleanContains(program.classes[instruction.argument()], rune);
}

}  // namespace

void Finder::Start(const Program& program) {
  if (seen_.size() < program.code.size()) seen_.resize(program.code.size());
  match_.reset();
  threads_.clear();
  waiting_.clear();
}

// Follows all paths that begin at the thread's instruction and do not read a code point, in order of preference. Adds a
// thread for each instruction that waits for a code point. Returns true if a path reaches kMatch. Paths with lower
// preference than this match are dropped.
bool Finder::AddThreads(const Program& program, Thread thread, Assertions hold) {
  open_.assign(1, thread.instruction);
  while (!open_.empty()) {
    std::uint32_t at = open_.back();
    open_.pop_back();
    while (seen_[at] != generation_) {
      seen_[at] = generation_;
      const Instruction instruction = program.code[at];
      const auto kind = instruction.kind();
      if (kind == Instruction::kMatch) return true;
      if (kind == Instruction::kRune || kind == Instruction::kClass) {
        waiting_.push_back({at, thread.begin});
        break;
      }
      if (kind == Instruction::kAssert && (instruction.argument() & ~hold) != 0) break;
      const std::uint32_t next = at + 1;
      if (kind != Instruction::kAssert) at += instruction.distance();
      if (kind == Instruction::kSplit) {
        open_.push_back(at);
        at = next;
      } else if (kind == Instruction::kBranch) {
        open_.push_back(next);
      } else if (kind == Instruction::kAssert) {
        at = next;
      }
    }
  }
  return false;
}

// Calls AddThreads for each thread in `threads_`, at the offset `here` in the text. Stops at the first thread that
// matches. If `may_begin` is true, a match can also begin at `here`, with the lowest preference.
void Finder::FollowPaths(const Program& program, Assertions hold, std::size_t here, bool may_begin) {
  if (++generation_ == 0) {
    std::ranges::fill(seen_, 0);
    generation_ = 1;
  }
  waiting_.clear();
  if (may_begin) threads_.push_back({0, here});
  for (const Thread& thread : threads_) {
    if (!AddThreads(program, thread, hold)) continue;
    match_ = Match{thread.begin, here};
    return;
  }
}

std::optional<Match> Finder::Find(const Program& program, std::string_view text, std::size_t from) {
  Start(program);
  char32_t previous = RuneBefore(text, from);
  for (std::size_t here = from;;) {
    const std::string_view rest = text.substr(here);
    const base::Rune next = rest.empty() ? base::Rune{kNoRune, 0, true} : base::DecodeRune(rest);
    const bool may_begin = !match_ && (!program.anchored || here == 0);
    const Assertions hold = program.assertions == 0 ? 0 : AssertionsBetween(previous, next.value);
    FollowPaths(program, hold, here, may_begin);
    const bool over = waiting_.empty() && (match_ || program.anchored);
    if (rest.empty() || over) return match_;
    threads_.clear();
    for (const Thread& thread : waiting_) {
      if (!TakesRune(program, thread.instruction, next.value)) continue;
      threads_.push_back({thread.instruction + 1, thread.begin});
    }
    previous = next.value;
    ++read_;
    here += static_cast<std::size_t>(next.size);
  }
}

std::optional<std::vector<Match>> Finder::FindAll(const Program& program, std::string_view text, std::int64_t max) {
  std::vector<Match> matches;
  const std::uint64_t max_read = kMaxRounds * text.size() + kMaxExtraRead;
  read_ = 0;
  std::optional<std::size_t> last_end;
  for (std::size_t at = 0; at <= text.size();) {
    if (max >= 0 && static_cast<std::int64_t>(matches.size()) >= max) break;
    const auto match = Find(program, text, at);
    if (!match) break;
    if (read_ > max_read) return std::nullopt;
    const bool empty_here = match->end == at;
    const bool repeats = empty_here && match->begin == last_end;
    if (!empty_here) {
      at = match->end;
    } else if (at < text.size()) {
      at += static_cast<std::size_t>(base::DecodeRune(text.substr(at)).size);
    } else {
      at = text.size() + 1;
    }
    last_end = match->end;
    if (!repeats) matches.push_back(*match);
  }
  return matches;
}

}  // namespace structural::go::regexp
