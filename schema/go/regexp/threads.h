// All ways through a program at once: which of its instructions wait for the next code point.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "schema/go/regexp/program.h"

namespace structural::go::regexp {

using go::regexp::Assertions;
using go::regexp::Program;

// Stands for what is before the text and behind it.
inline constexpr char32_t kNoRune = 0xFFFFFFFF;

bool IsWordCharacter(char32_t rune);

// Whether a clean set has the code point.
bool CleanContains(std::span<const Range> clean, char32_t rune);

// Which assertions hold between two code points.
//
// Upstream: Go regexp/syntax prog.go EmptyOpContext (Go 1.26).
Assertions HoldBetween(char32_t previous, char32_t next);

enum class Step {
  kMatched,  // whatever follows
  kFailed,   // whatever follows
  kGoesOn,
};

// Working memory, to be used for one program after the other: a bit for each instruction of the
// largest one, and up to 8 bytes where very many ways are open. Not thread-safe.
class Threads {
 public:
  // To be called before the first Advance with another program.
  void Start(const Program& program);

  // `from` are the instructions that come after what was read so far, without repetition; they
  // become those after `next`. The program also starts at this place unless it is anchored and
  // `previous` is a code point. At the end of the text `next` is kNoRune.
  //
  // Cost: at most kStepsPerInstruction for each instruction of the program.
  Step Advance(const Program& program, std::vector<std::uint32_t>& from, char32_t previous,
               char32_t next);

  // Frees what only the largest programs need.
  void Trim();

  // Times that an instruction was looked at, since the beginning.
  static constexpr std::uint64_t kStepsPerInstruction = 4;
  std::uint64_t steps() const { return steps_; }

 private:
  bool Follow(const Program& program, std::uint32_t at, Assertions hold);
  bool FollowAll(const Program& program, const std::vector<std::uint32_t>& from, char32_t previous,
                 char32_t next);
  bool Visit(std::uint32_t at);
  void Forget();
  bool Takes(const Program& program, std::uint32_t at, char32_t rune);

  std::vector<std::uint64_t> seen_;         // a bit for each instruction
  std::vector<std::uint32_t> visited_;      // those bits, while they are few
  std::vector<std::uint32_t> open_;         // where ways branched off
  std::vector<std::uint32_t> waiting_;      // for a code point
  std::vector<std::uint32_t> class_takes_;  // 2 * turn_ + whether it has the code point
  std::uint32_t turn_ = 0;
  std::uint64_t steps_ = 0;
};

// Whether a program matches somewhere in a text, by Threads alone.
// Bytes that are not UTF-8 are U+FFFD, as for Go.
//
// Cost: an Advance of `threads` for each code point, and one for the end.
//
// Upstream: Go regexp exec.go machine.match (Go 1.26).
bool Search(const Program& program, std::string_view text, Threads& threads);

}  // namespace structural::go::regexp
