// A pattern as instructions on code points, for a machine that follows all ways through them at
// once.
//
// Repetitions are written out, as Go's compiler does: x{2,4} is xx(x(x)?)?. The program so has at
// most two instructions for each that Go's own has, 4 bytes each; what copies share, their
// character classes, is there once.
//
// Upstream: Go regexp/syntax prog.go (Go 1.26).
#pragma once

#include <cstdint>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Bits of what an assertion demands of the place between two code points.
using Assertions = std::uint8_t;
inline constexpr Assertions kAtBeginLine = 1 << 0;
inline constexpr Assertions kAtEndLine = 1 << 1;
inline constexpr Assertions kAtBeginText = 1 << 2;
inline constexpr Assertions kAtEndText = 1 << 3;
inline constexpr Assertions kAtWordBoundary = 1 << 4;
inline constexpr Assertions kAtNoWordBoundary = 1 << 5;

// One instruction. It goes on to the next one but where its kind says otherwise.
class Instruction {
 public:
  enum Kind : std::uint8_t {
    kRune,    // reads this code point
    kClass,   // reads a code point of the class with this number
    kAssert,  // goes on where all of these assertions hold
    kSplit,   // goes on, and also to the instruction at this distance
    kBranch,  // the same, but what is at the distance is preferred
    kJump,    // goes to the instruction at this distance
    kMatch,   // the pattern matches
  };

  Instruction() = default;
  Instruction(Kind kind, std::uint32_t argument)
      : word_(std::uint32_t{kind} << kBits | (argument & kMask)) {}

  Kind kind() const { return static_cast<Kind>(word_ >> kBits); }
  // Of kRune, kClass and kAssert.
  std::uint32_t argument() const { return word_ & kMask; }
  // Of kSplit, kBranch and kJump.
  std::int32_t distance() const {
    return static_cast<std::int32_t>(word_ << (32 - kBits)) >> (32 - kBits);
  }

 private:
  static constexpr int kBits = 29;  // Go's limits keep programs below 2^23 instructions
  static constexpr std::uint32_t kMask = (1U << kBits) - 1;

  std::uint32_t word_ = 0;
};

struct Program {
  std::vector<Instruction> code;            // starts with the first, ends with the only kMatch
  std::vector<std::vector<Range>> classes;  // clean sets, each once
  std::size_t range_count = 0;              // in all classes
  Assertions assertions = 0;                // all that occur
  bool anchored = false;                    // can only match from the beginning of the text

  // Memory that it takes.
  std::size_t Bytes() const {
    return code.capacity() * sizeof(Instruction) + classes.capacity() * sizeof classes[0] +
           range_count * sizeof(Range);
  }
};

// From the tree of a pattern to its program.
//
// Upstream: Go regexp/syntax simplify.go, compile.go (Go 1.26).
//
// Precondition: the tree is that of a pattern within Go's limits.
Program Compile(const Node& root);

}  // namespace structural::go::regexp
