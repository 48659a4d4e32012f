// Growing arrays of trivial elements whose memory a Pool owns.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "schema/base/arena.h"

namespace structural::go::regexp {

// Gives out blocks of 16, 32, 64… bytes and takes them back for the next of that size. All of them
// die with the arena. Not thread-safe.
class Pool {
 public:
  static constexpr std::size_t kSmallest = 16;

  // Precondition: the arena outlives the Pool.
  explicit Pool(base::Arena& arena) : arena_(arena) {}

  // At least `size` bytes; their number is written to `size`.
  void* Take(std::size_t& size) {
    size = std::bit_ceil(size < kSmallest ? kSmallest : size);
    void*& first = free_[std::countr_zero(size)];
    if (first == nullptr) return arena_.Allocate(size, kSmallest);
    void* block = first;
    std::memcpy(&first, block, sizeof first);
    return block;
  }

  // Takes back what Take gave; anything else of that size and alignment is welcome too.
  void Give(void* block, std::size_t size) {
    if (size < kSmallest || !std::has_single_bit(size)) return;
    void*& first = free_[std::countr_zero(size)];
    std::memcpy(block, &first, sizeof first);
    first = block;
  }

 private:
  base::Arena& arena_;
  std::array<void*, 64> free_{};
};

// A pointer to memory of a Pool, copied as a pointer is: whoever frees it has to know that no copy
// is in use.
template <typename T>
class List {
  static_assert(std::is_trivially_copyable_v<T> && Pool::kSmallest % sizeof(T) == 0);

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
    if (data_ != nullptr) pool.Give(data_, capacity_ * sizeof(T));
    *this = {};
  }

 private:
  void Grow(std::size_t wanted, Pool& pool) {
    std::size_t bytes = wanted * sizeof(T);
    T* data = static_cast<T*>(pool.Take(bytes));
    if (size_ != 0) std::memcpy(data, data_, size_ * sizeof(T));
    if (data_ != nullptr) pool.Give(data_, capacity_ * sizeof(T));
    data_ = data;
    capacity_ = static_cast<std::uint32_t>(bytes / sizeof(T));
  }

  T* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace structural::go::regexp
