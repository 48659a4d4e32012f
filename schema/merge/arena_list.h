// ArenaList: a growing list in an Arena. Copies of a list share its elements, so a list may only be changed if no copy
// of it is in use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "schema/base/arena.h"

namespace structural::merge {

// The arena must outlive the list. While one thread changes a list, no other thread may use it.
template <typename T>
class ArenaList {
 public:
  static_assert(std::is_trivially_copyable_v<T>);

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T* begin() const { return data_; }
  T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) const { return data_[i]; }
  T& back() const { return data_[size_ - 1]; }
  std::span<T> span() const { return {data_, size_}; }

  // Keeps only the first `size` elements. Precondition: the list has at least `size` elements.
  void Truncate(std::size_t size) { size_ = static_cast<std::uint32_t>(size); }

  void Reserve(std::size_t capacity, base::Arena& arena) {
    if (capacity <= capacity_) return;
    T* data = static_cast<T*>(arena.Allocate(capacity * sizeof(T), alignof(T)));
    if (size_ != 0) std::memcpy(static_cast<void*>(data), data_, size_ * sizeof(T));
    data_ = data;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  void Add(const T& element, base::Arena& arena) {
    if (size_ == capacity_) {
      const T copy = element;
      Reserve(size_ == 0 ? 4 : std::size_t{size_} * 2, arena);
      data_[size_++] = copy;
      return;
    }
    data_[size_++] = element;
  }

  // Inserts an element before the element with the index `at`.
  void Insert(std::size_t at, const T& element, base::Arena& arena) {
    const T copy = element;
    Add(copy, arena);
    std::copy_backward(data_ + at, data_ + size_ - 1, data_ + size_);
    data_[at] = copy;
  }

  void Append(std::span<const T> elements, base::Arena& arena) {
    if (elements.empty()) return;
    if (size_ + elements.size() > capacity_) Reserve(size_ + elements.size(), arena);
    std::copy(elements.begin(), elements.end(), data_ + size_);
    size_ += static_cast<std::uint32_t>(elements.size());
  }

 private:
  T* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace structural::merge
