// Threads simulates all paths through a program at the same time. The state is the set of instructions that wait for
// the next code point.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "schema/go/regexp/program.h"

namespace structural::go::regexp {

using go::regexp::Assertions;
using go::regexp::Program;

// Represents the missing code point before the beginning and after the end of a text.
inline constexpr char32_t kNoRune = 0xFFFFFFFF;

bool IsWordCharacter(char32_t rune);

// Whether a clean set contains the code point.
bool CleanContains(std::span<const Range> clean, char32_t rune);

// Returns the assertions that are true between two code points.
//
// Upstream: Go regexp/syntax prog.go EmptyOpContext (Go 1.26).
Assertions AssertionsBetween(char32_t previous, char32_t next);

enum class Step {
  kMatched,   // the text matches, whatever the rest of the text is
  kFailed,    // the text does not match, whatever the rest of the text is
  kContinue,  // the result depends on the rest of the text
};

// Simulates all paths through a program. Can be used for several programs. Keeps its working memory: one bit for each
// instruction of the largest program, and up to 8 bytes per instruction if many paths are open. Not thread-safe.
class Threads {
 public:
  // Prepares for a program. Must be called before the first Advance for this program, and again if another program was
  // simulated in between.
  void Start(const Program& program);

  // Reads the code point `next`, or the end of the text if `next` is kNoRune. `from` is the set of current
  // instructions, without duplicates. The call replaces it by the set of instructions after `next`. `previous` is the
  // code point before `next`, or kNoRune at the beginning of the text. A match can also begin between `previous` and
  // `next`, unless the program is anchored and `previous` is not kNoRune.
  //
  // Cost: at most kMaxStepsPerInstruction for each instruction of the program.
  Step Advance(const Program& program, std::vector<std::uint32_t>& from, char32_t previous, char32_t next);

  // Frees vectors that have become large, because only the largest programs need them.
  void Trim();

  // kMaxStepsPerInstruction is the maximum number of visits of an instruction in one Advance. steps() is the number of
  // visits of all instructions since the construction.
  static constexpr std::uint64_t kMaxStepsPerInstruction = 4;
  std::uint64_t steps() const { return steps_; }

  // Automata report the cost of new states with AddStateWork. state_work() is the sum since the construction. A unit is
  // about the time of one visit of an instruction.
  void AddStateWork(std::uint64_t units) { state_work_ += units; }
  std::uint64_t state_work() const { return state_work_; }

 private:
  bool AddThreads(const Program& program, std::uint32_t at, Assertions hold);
  bool FollowPaths(const Program& program, const std::vector<std::uint32_t>& from, char32_t previous, char32_t next);
  bool Visit(std::uint32_t at);
  void ForgetVisited();
  bool MatchesRune(const Program& program, std::uint32_t at, char32_t rune);

  std::vector<std::uint64_t> seen_;     // one bit for each instruction: whether it was visited in this step
  std::vector<std::uint32_t> visited_;  // visited instructions, to clear their bits; incomplete if larger than seen_
  std::vector<std::uint32_t> open_;     // instructions at which unfinished paths continue
  std::vector<std::uint32_t> waiting_;  // instructions that wait for a code point
  // For each class: 2 * generation_, plus 1 if the class has the current code point.
  std::vector<std::uint32_t> class_matches_;
  std::uint32_t generation_ = 0;  // incremented for each code point
  std::uint64_t steps_ = 0;
  std::uint64_t state_work_ = 0;
};

// Whether a program matches anywhere in a text. Uses only Threads, no Automaton. Bytes that are not UTF-8 are read as
// U+FFFD, as in Go.
//
// Cost: one Advance of `threads` for each code point, and one for the end of the text.
//
// Upstream: Go regexp exec.go machine.match (Go 1.26).
bool Search(const Program& program, std::string_view text, Threads& threads);

}  // namespace structural::go::regexp
