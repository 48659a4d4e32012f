// Arena: memory that is given out piece by piece and freed all at once.
//
// A decoded schema is thousands of small nodes with one common end of life: the evaluation. They
// are trivially destructible, live in one Arena, and point to each other freely.
// Not thread-safe. Everything obtained from an Arena dies with it, or at Reset().
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
  // Its first block has so many bytes; for what stays small. Each block is larger than the one before.
  explicit Arena(std::size_t first_block) : first_block_(first_block) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // A value-initialised T.
  template <typename T>
  T* New() {
    static_assert(std::is_trivially_destructible_v<T>, "nothing runs when an Arena ends");
    return new (Allocate(sizeof(T), alignof(T))) T{};
  }

  // A copy of the elements. That of an empty span is empty, too, and its data() is not null.
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
    const std::size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (start + size >= capacity_) return AllocateInNewBlock(size);
    used_ = start + size;
    return current_ + start;
  }

  // A place to come back to: Rewind frees what was given out since.
  struct Mark {
    std::size_t blocks;
    std::size_t used;
    std::size_t capacity;
  };
  Mark Here() const { return {blocks_.size(), used_, capacity_}; }
  void Rewind(const Mark& mark);

  // Frees what was given out; keeps the first block for the next use.
  void Reset();

  // What it holds, in bytes of blocks.
  std::size_t bytes() const { return bytes_; }
  // The most that it has held at a time since it was made.
  std::size_t most_bytes() const { return most_bytes_; }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  void* AllocateInNewBlock(std::size_t size);

  std::vector<Block> blocks_;
  std::size_t bytes_ = 0;
  std::size_t most_bytes_ = 0;
  std::byte* current_ = nullptr;
  std::size_t used_ = 0;
  std::size_t capacity_ = 0;
  std::size_t first_block_ = 64 * 1024;
  std::size_t first_capacity_ = 0;
};

}  // namespace structural::base
