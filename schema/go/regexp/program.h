// Program: a compiled pattern. Its instructions read code points. Threads and Finder follow all paths through the
// program at the same time.
//
// Repetitions are expanded, as in Go's compiler: x{2,4} is xx(x(x)?)?. Therefore the program has at most two
// instructions of 4 bytes for each instruction of Go's program. Copies share their character classes.
//
// Upstream: Go regexp/syntax prog.go (Go 1.26).
#pragma once

#include <cstdint>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// A set of assertions about a position between two code points, one bit for each assertion.
using Assertions = std::uint8_t;
inline constexpr Assertions kAtBeginLine = 1 << 0;
inline constexpr Assertions kAtEndLine = 1 << 1;
inline constexpr Assertions kAtBeginText = 1 << 2;
inline constexpr Assertions kAtEndText = 1 << 3;
inline constexpr Assertions kAtWordBoundary = 1 << 4;
inline constexpr Assertions kAtNoWordBoundary = 1 << 5;

// One instruction. Execution continues with the next instruction, except after kSplit, kBranch, kJump and kMatch.
class Instruction {
 public:
  enum Kind : std::uint8_t {
    kRune,    // reads the code point `argument`
    kClass,   // reads a code point of the class with the index `argument`
    kAssert,  // continues only if all assertions in `argument` are true
    kSplit,   // continues with two instructions: the next one (preferred) and the one at `distance`
    kBranch,  // like kSplit, but prefers the instruction at `distance` to the next one
    kJump,    // continues with the instruction at `distance`
    kMatch,   // ends the execution: the text matches
  };

  Instruction() = default;
  Instruction(Kind kind, std::uint32_t argument)
      : word_(std::uint32_t{kind} << kArgumentBits | (argument & kArgumentMask)) {}

  Kind kind() const { return static_cast<Kind>(word_ >> kArgumentBits); }
  // Precondition: the kind is kRune, kClass or kAssert.
  std::uint32_t argument() const { return word_ & kArgumentMask; }
  // Returns the index of the target, relative to this instruction. Precondition: the kind is kSplit, kBranch or kJump.
  std::int32_t distance() const {
    return static_cast<std::int32_t>(word_ << (32 - kArgumentBits)) >> (32 - kArgumentBits);
  }

 private:
  static constexpr int kArgumentBits = 29;  // enough: Go's limits keep programs below 2^23 instructions
  static constexpr std::uint32_t kArgumentMask = (1U << kArgumentBits) - 1;

  std::uint32_t word_ = 0;
};

struct Program {
  std::vector<Instruction> code;            // begins with the first instruction, ends with the only kMatch
  std::vector<std::vector<Range>> classes;  // clean sets (see ranges.h), without duplicates
  std::size_t range_count = 0;              // total number of ranges in `classes`
  Assertions assertions = 0;                // union of the arguments of all kAssert instructions
  bool anchored = false;                    // whether the pattern only matches at the beginning of the text

  // Returns the memory use in bytes.
  std::size_t MemoryBytes() const {
    return code.capacity() * sizeof(Instruction) + classes.capacity() * sizeof classes[0] + range_count * sizeof(Range);
  }
};

// Compiles the syntax tree of a pattern.
//
// Upstream: Go regexp/syntax simplify.go, compile.go (Go 1.26).
//
// Precondition: the pattern does not exceed Go's limits.
Program Compile(const Node& root);

}  // namespace structural::go::regexp
