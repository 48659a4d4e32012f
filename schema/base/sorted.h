// LowerBoundFrom: a search in sorted elements that begins near the result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>

namespace structural::base {

// Returns the first element of [first, last) whose key is not less than `key`, or `last`. The elements are sorted by
// key, and `key_of` returns an element's key. Makes about two comparisons for each doubling of the distance from
// `first` to the result. So a loop over two sorted lists makes at most one search in the longer list for each element
// of the shorter one.
template <typename Iterator, typename Key, typename KeyOf>
Iterator LowerBoundFrom(Iterator first, Iterator last, const Key& key, KeyOf key_of) {
  std::ptrdiff_t step = 1;
  if (first == last || !(std::invoke(key_of, *first) < key)) return first;
  while (last - first > step && std::invoke(key_of, first[step]) < key) {
    first += step;
    step *= 2;
  }
  const Iterator high = last - first > step ? first + step : last;
  return std::lower_bound(first + 1, high, key, [&](const auto& element, const Key& wanted) {
    return std::invoke(key_of, element) < wanted;
  });
}

}  // namespace structural::base
