// Simulates all paths through a program at once, as the set of instructions that wait for the next code point.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "schema/go/regexp/program.h"

namespace structural::go::regexp {

using go::regexp::Assertions;
using go::regexp::Program;

// The neighbour of the first and of the last code point of a text.
inline constexpr char32_t kNoRune = 0xFFFFFFFF;

bool IsWordCharacter(char32_t rune);

// Whether a clean set contains the code point.
bool CleanContains(std::span<const Range> clean, char32_t rune);

// Returns the assertions that hold between two code points.
//
// Upstream: Go regexp/syntax prog.go EmptyOpContext (Go 1.26).
Assertions AssertionsBetween(char32_t previous, char32_t next);

enum class Step {
  kMatched,  // matched, whatever the rest of the text is
  kFailed,   // failed, whatever the rest of the text is
  kContinue,
};

// Working memory that can be reused for other programs: one bit for each instruction of the largest program, and up to
// 8 bytes per instruction if many paths are open. Not thread-safe.
class Threads {
 public:
  // Must be called before the first Advance with another program.
  void Start(const Program& program);

  // Reads the code point `next`, or kNoRune at the end of the text. `from` is the set of current instructions, without
  // duplicates, and becomes the set after `next`. `previous` is the code point before, or kNoRune at the beginning. A
  // new match can begin here, unless the program is anchored and `previous` is not kNoRune.
  //
  // Cost: at most kStepsPerInstruction for each instruction of the program.
  Step Advance(const Program& program, std::vector<std::uint32_t>& from, char32_t previous, char32_t next);

  // Frees memory that only the largest programs need.
  void Trim();

  // Maximum number of visits for each instruction in one Advance, and the number of all visits since the construction.
  static constexpr std::uint64_t kStepsPerInstruction = 4;
  std::uint64_t steps() const { return steps_; }

 private:
  bool AddThreads(const Program& program, std::uint32_t at, Assertions hold);
  bool FollowAll(const Program& program, const std::vector<std::uint32_t>& from, char32_t previous, char32_t next);
  bool Visit(std::uint32_t at);
  void Forget();
  bool Takes(const Program& program, std::uint32_t at, char32_t rune);

  std::vector<std::uint64_t> seen_;         // a bit for each instruction
  std::vector<std::uint32_t> visited_;      // the instructions with a bit in seen_, while they are few
  std::vector<std::uint32_t> open_;         // branches that are not followed yet
  std::vector<std::uint32_t> waiting_;      // instructions that wait for a code point
  std::vector<std::uint32_t> class_takes_;  // for each class: 2 * turn_ + whether the class has the code point
  std::uint32_t turn_ = 0;
  std::uint64_t steps_ = 0;
};

// Whether a program matches anywhere in a text, with Threads only. Bytes that are not UTF-8 are read as U+FFFD, as in
// Go.
//
// Cost: one Advance of `threads` for each code point, and one for the end of the text.
//
// Upstream: Go regexp exec.go machine.match (Go 1.26).
bool Search(const Program& program, std::string_view text, Threads& threads);

}  // namespace structural::go::regexp
