// Arena: a memory allocator whose allocations are freed all at once.
//
// A decoded schema has thousands of small nodes that live until its evaluation ends. The nodes are trivially
// destructible, live in one Arena, and point to each other. Not thread-safe. The arena owns everything that it
// allocates, until Rewind, Reset or its destructor frees it.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace structural::base {

class Arena {
 public:
  Arena() = default;
  // Sets the size of the first block to `first_block_bytes` bytes. A small size saves memory for arenas that stay
  // small. Each block is larger than the previous one, up to a limit.
  explicit Arena(std::size_t first_block_bytes) : first_block_bytes_(first_block_bytes) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Returns a new, value-initialized T in the arena.
  template <typename T>
  T* New() {
    static_assert(std::is_trivially_destructible_v<T>, "nothing runs when an Arena ends");
    return new (Allocate(sizeof(T), alignof(T))) T{};
  }

  // Returns a copy of the elements in the arena. The copy of an empty span is empty, and its data() is not null.
  template <typename T>
  std::span<T> Copy(std::span<const T> from) {
    static_assert(std::is_trivially_copyable_v<T>);
    T* to = static_cast<T*>(Allocate(from.size_bytes(), alignof(T)));
    if (!from.empty()) std::memcpy(static_cast<void*>(to), from.data(), from.size_bytes());
    return {to, from.size()};
  }

  std::string_view Copy(std::string_view from) {
    const auto copy = Copy(std::span<const char>(from));
    return {copy.data(), copy.size()};
  }

  void* Allocate(std::size_t size, std::size_t alignment) {
    const std::size_t start = (used_in_block_ + alignment - 1) & ~(alignment - 1);
    if (start + size >= block_capacity_) return AllocateInNewBlock(size);
    used_in_block_ = start + size;
    return current_block_ + start;
  }

  // A position of the arena. Rewind frees everything that was allocated after it.
  struct Mark {
    std::size_t block_count;
    std::size_t used_in_block;
    std::size_t block_capacity;
  };
  Mark Here() const { return {blocks_.size(), used_in_block_, block_capacity_}; }
  void Rewind(const Mark& mark);

  // Frees all allocations, but keeps the first block for the next use.
  void Reset();

  // Returns the size of all blocks, in bytes.
  std::size_t bytes() const { return bytes_; }
  // Returns the largest value that bytes() had since the construction.
  std::size_t peak_bytes() const { return peak_bytes_; }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* AllocateInNewBlock(std::size_t size);

  std::vector<Block> blocks_;
  std::size_t bytes_ = 0;
  std::size_t peak_bytes_ = 0;
  std::byte* current_block_ = nullptr;
  std::size_t used_in_block_ = 0;
  std::size_t block_capacity_ = 0;
  std::size_t first_block_bytes_ = 64 * 1024;
  std::size_t first_block_capacity_ = 0;
};

}  // namespace structural::base
