// The tree that Go's parser builds of a pattern. Its limits are on that tree, so it is built here
// too, node by node in the same order.
//
// Upstream: Go regexp/syntax regexp.go (Go 1.26).
#pragma once

#include <cstdint>

#include "schema/go/regexp/list.h"

namespace structural::go::regexp {

// In Go's order, which counts: what matches one character is listed from simple to complex.
enum class Op : std::uint8_t {
  kNoMatch,
  kEmptyMatch,
  kLiteral,
  kCharClass,
  kAnyCharNotNL,
  kAnyChar,
  kBeginLine,
  kEndLine,
  kBeginText,
  kEndText,
  kWordBoundary,
  kNoWordBoundary,
  kCapture,
  kStar,
  kPlus,
  kQuest,
  kRepeat,
  kConcat,
  kAlternate,
  kLeftParen,  // this and the next are on the stack only
  kVerticalBar,
};

inline bool HasSubs(Op op) { return op >= Op::kCapture && op <= Op::kAlternate; }
inline bool IsPseudo(Op op) { return op >= Op::kLeftParen; }

// Bits of what (?imsU) and the position in the pattern decide.
using Flags = std::uint16_t;
inline constexpr Flags kFoldCase = 1 << 0;
inline constexpr Flags kDotNL = 1 << 3;
inline constexpr Flags kOneLine = 1 << 4;
inline constexpr Flags kNonGreedy = 1 << 5;
inline constexpr Flags kWasDollar = 1 << 8;

inline constexpr char32_t kLastRune = 0x10FFFF;

// The code points from first to last, both included.
struct Range {
  char32_t first;
  char32_t last;

  bool operator==(const Range&) const = default;
};

struct Node {
  Node() {}

  Op op = Op::kNoMatch;
  bool captures = false;           // kLeftParen
  Flags flags = 0;                 // at its place in the pattern
  std::int16_t min = 0;            // kRepeat
  std::int16_t max = 0;            // kRepeat; -1: without end
  std::int32_t height = 0;         // as last measured, 0: not yet
  std::uint32_t packed_count = 0;  // kCharClass: ranges in `packed`; 0: they are in `ranges`
  std::int64_t size = 0;           // as last measured, 0: not yet
  union {
    List<char32_t> text = {};   // kLiteral
    List<Range> ranges;         // kCharClass
    List<std::uint8_t> packed;  // kCharClass, where they are many: see class_ranges.h
    List<Node*> subs;           // from kCapture on
    Node* next_free;            // of a node that is not in use
  };

  std::span<Node*> Subs() const { return HasSubs(op) ? subs.view() : std::span<Node*>(); }

  // With nothing in it.
  void Become(Op new_op) {
    op = new_op;
    packed_count = 0;
    if (op == Op::kLiteral) text = {};
    if (op == Op::kCharClass) ranges = {};
    if (HasSubs(op)) subs = {};
  }
};

// Can it be a character class: does it match exactly one character, whatever comes?
inline bool IsCharClass(const Node& node) {
  return (node.op == Op::kLiteral && node.text.size() == 1) ||
         (node.op >= Op::kCharClass && node.op <= Op::kAnyChar);
}

// How many numbers Go keeps for it.
inline std::int64_t RuneCount(const Node& node) {
  if (node.op == Op::kLiteral) return node.text.size();
  if (node.op != Op::kCharClass) return 0;
  return 2 * std::int64_t{node.packed_count != 0 ? node.packed_count : node.ranges.size()};
}

}  // namespace structural::go::regexp
