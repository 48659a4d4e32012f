// List and Map: what a schema's lists and maps are once they are decoded.
//
// Views into an Arena; copying one copies the view. They hold pointers, so that a node can be
// declared before the type of its children is complete.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace structural::model {

template <typename T>
using List = std::span<const T* const>;

// Whether a list was never given, rather than given as empty: Go's nil.
template <typename Span>
bool Absent(const Span& span) {
  return span.data() == nullptr;
}

// Sorted bytewise by key, each key once.
template <typename T>
class Map {
 public:
  struct Entry {
    std::string_view key;
    const T* value;
  };

  Map() = default;
  explicit Map(std::span<const Entry> sorted) : entries_(sorted) {}

  bool empty() const { return entries_.empty(); }
  bool absent() const { return Absent(entries_); }
  std::size_t size() const { return entries_.size(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

  // nullptr where the key is not there.
  const T* Find(std::string_view key) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), key,
                                     [](const Entry& e, std::string_view k) { return e.key < k; });
    return at != entries_.end() && at->key == key ? at->value : nullptr;
  }

 private:
  std::span<const Entry> entries_;
};

}  // namespace structural::model
