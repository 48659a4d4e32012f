// The syntax tree that Go's parser builds for a pattern. Go rejects a pattern if its tree is too large or too high. To
// reject the same patterns, this project builds the same tree, and allocates its nodes in the same order.
//
// Upstream: Go regexp/syntax regexp.go (Go 1.26).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "schema/base/arena.h"

namespace structural::go::regexp {

// Allocates memory blocks of 16, 32, 64… bytes. A freed block is reused for the next request of the same size. The
// arena owns the blocks. Not thread-safe.
class Pool {
 public:
  static constexpr std::size_t kMinBlockBytes = 16;

  // Precondition: the arena outlives the Pool.
  explicit Pool(base::Arena& arena) : arena_(arena) {}

  // Returns a block of at least `size` bytes, and sets `size` to the size of the block.
  void* Allocate(std::size_t& size) {
    size = std::bit_ceil(size < kMinBlockBytes ? kMinBlockBytes : size);
    void*& first = free_blocks_[std::countr_zero(size)];
    if (first == nullptr) return arena_.Allocate(size, kMinBlockBytes);
    void* block = first;
    std::memcpy(&first, block, sizeof first);
    return block;
  }

  // Makes a block of `size` bytes available for Allocate. The block can come from Allocate or from other memory of the
  // same alignment. Ignores a block whose size is not one of the pool's sizes.
  void Free(void* block, std::size_t size) {
    if (size < kMinBlockBytes || !std::has_single_bit(size)) return;
    void*& first = free_blocks_[std::countr_zero(size)];
    std::memcpy(block, &first, sizeof first);
    first = block;
  }

 private:
  base::Arena& arena_;
  std::array<void*, 64> free_blocks_{};
};

// A growing array of trivial elements, in the memory of a Pool. Copies of a List share the memory, so Free must be
// called only if no other copy is in use.
template <typename T>
class List {
  static_assert(std::is_trivially_copyable_v<T> && Pool::kMinBlockBytes % sizeof(T) == 0);

 public:
  std::uint32_t size() const { return size_; }
  std::uint32_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) const { return data_[i]; }
  T& back() const { return data_[size_ - 1]; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  std::span<T> view() const { return {data_, size_}; }

  void Append(std::span<const T> elements, Pool& pool) {
    if (elements.empty()) return;
    if (capacity_ - size_ < elements.size()) Grow(size_ + elements.size(), pool);
    std::memmove(data_ + size_, elements.data(), elements.size_bytes());
    size_ += static_cast<std::uint32_t>(elements.size());
  }

  void Append(T element, Pool& pool) { Append({&element, 1}, pool); }

  void Reserve(std::size_t wanted, Pool& pool) {
    if (wanted > capacity_) Grow(wanted, pool);
  }

  void Shorten(std::size_t size) { size_ = static_cast<std::uint32_t>(size); }

  void RemovePrefix(std::size_t count) {
    data_ += count;
    size_ -= static_cast<std::uint32_t>(count);
    capacity_ -= static_cast<std::uint32_t>(count);
  }

  void Free(Pool& pool) {
    if (data_ != nullptr) pool.Free(data_, capacity_ * sizeof(T));
    *this = {};
  }

 private:
  void Grow(std::size_t wanted, Pool& pool) {
    std::size_t bytes = wanted * sizeof(T);
    T* data = static_cast<T*>(pool.Allocate(bytes));
    if (size_ != 0) std::memcpy(data, data_, size_ * sizeof(T));
    if (data_ != nullptr) pool.Free(data_, capacity_ * sizeof(T));
    data_ = data;
    capacity_ = static_cast<std::uint32_t>(bytes / sizeof(T));
  }

  T* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

// The operations of nodes, in Go's order. Go compares operations: of two that match one character, the greater one
// matches more characters.
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
  kLeftParen,    // the beginning of an open group; only on the stack of a Tree, not in a finished tree
  kVerticalBar,  // the end of the complete alternatives; only on the stack of a Tree, not in a finished tree
};

inline bool HasSubs(Op op) { return op >= Op::kCapture && op <= Op::kAlternate; }
inline bool IsPseudo(Op op) { return op >= Op::kLeftParen; }

// Bits that depend on the flags (?imsU) and on the node's position in the pattern.
using Flags = std::uint16_t;
inline constexpr Flags kFoldCase = 1 << 0;
inline constexpr Flags kDotNL = 1 << 3;
inline constexpr Flags kOneLine = 1 << 4;
inline constexpr Flags kNonGreedy = 1 << 5;
inline constexpr Flags kWasDollar = 1 << 8;

inline constexpr char32_t kLastRune = 0x10FFFF;

// The code points from `first` to `last`, both included.
struct Range {
  char32_t first;
  char32_t last;

  bool operator==(const Range&) const = default;
};

struct Node {
  Node() {}

  Op op = Op::kNoMatch;
  bool captures = false;           // only for kLeftParen: whether the group captures
  Flags flags = 0;                 // the flags at the node's position in the pattern
  std::int16_t min = 0;            // minimum number of repetitions, only for kRepeat
  std::int16_t max = 0;            // maximum number of repetitions, only for kRepeat; -1: unlimited
  std::int32_t height = 0;         // height of the node's tree at its last measurement; 0: not measured
  std::uint32_t packed_count = 0;  // only for kCharClass: number of ranges in `packed`; 0: the ranges are in `ranges`
  std::int64_t program_size = 0;   // size of the node's program at its last measurement; 0: not measured
  union {
    List<char32_t> text = {};   // for kLiteral
    List<Range> ranges;         // for kCharClass
    List<std::uint8_t> packed;  // for kCharClass with packed_count > 0: packed ranges, see ranges.h
    List<Node*> subs;           // operands, for operations from kCapture to kAlternate
    Node* next_free;            // the next free node, for nodes that are not in use
  };

  std::span<Node*> Subs() const { return HasSubs(op) ? subs.view() : std::span<Node*>(); }

  // Changes the operation, and removes the node's content.
  void Become(Op new_op) {
    op = new_op;
    packed_count = 0;
    if (op == Op::kLiteral) text = {};
    if (op == Op::kCharClass) ranges = {};
    if (HasSubs(op)) subs = {};
  }
};

// Whether the node matches exactly one character, independent of the text around it.
inline bool IsCharClass(const Node& node) {
  return (node.op == Op::kLiteral && node.text.size() == 1) || (node.op >= Op::kCharClass && node.op <= Op::kAnyChar);
}

// Returns the length of the slice of runes that Go's node for this class or literal has: one rune for each character of
// a literal, two runes for each range of a class.
inline std::int64_t RuneCount(const Node& node) {
  if (node.op == Op::kLiteral) return node.text.size();
  if (node.op != Op::kCharClass) return 0;
  return 2 * std::int64_t{node.packed_count != 0 ? node.packed_count : node.ranges.size()};
}

}  // namespace structural::go::regexp
