// Sorts like Go's sort.Slice. The order of equal elements is the same as in Go, because this order is visible in the
// output of Kubernetes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace structural::go {

// Sorts elements by `less`. As in Go, `less` need not be a strict weak ordering. For example, `<` on numbers with a NaN
// is not such an ordering.
//
// Upstream: Go sort zsortfunc.go pdqsort_func (Go 1.26).
template <typename T, typename Less>
class Sorter {
 public:
  Sorter(std::vector<T>& elements, Less less) : data_(elements), less_(std::move(less)) {}

  void Run() {
    const auto size = static_cast<Index>(data_.size());
    Sort(0, size, std::bit_width(data_.size()));
  }

 private:
  using Index = std::ptrdiff_t;
  enum class Hint { kUnknown, kIncreasing, kDecreasing };

  bool LessAt(Index i, Index j) { return less_(At(i), At(j)); }
  void Swap(Index i, Index j) { std::swap(At(i), At(j)); }
  T& At(Index i) { return data_[static_cast<std::size_t>(i)]; }

  void Sort(Index a, Index b, int limit) {
    bool balanced = true, partitioned = true;
    while (b - a > 12) {
      if (limit == 0) return HeapSort(a, b);
      if (!balanced) {
        BreakPatterns(a, b);
        --limit;
      }
      auto [pivot, hint] = ChoosePivot(a, b);
      if (hint == Hint::kDecreasing) {
        for (Index i = a, j = b - 1; i < j; ++i, --j) Swap(i, j);
        pivot = (b - 1) - (pivot - a);
        hint = Hint::kIncreasing;
      }
      const bool likely = balanced && partitioned && hint == Hint::kIncreasing;
      if (likely && PartialInsertionSort(a, b)) return;
      if (a > 0 && !LessAt(a - 1, pivot)) {
        a = PartitionEqual(a, b, pivot);
        continue;
      }
      const Index threshold = (b - a) / 8;
      const Index middle = Partition(a, b, pivot, partitioned);
      const Index left = middle - a, right = b - middle;
      balanced = std::min(left, right) >= threshold;
      if (left < right) {
        Sort(a, middle, limit);
        a = middle + 1;
      } else {
        Sort(middle + 1, b, limit);
        b = middle;
      }
    }
    for (Index i = a + 1; i < b; ++i) {
      for (Index j = i; j > a && LessAt(j, j - 1); --j) Swap(j, j - 1);
    }
  }

  void SiftDown(Index low, Index high, Index first) {
    for (Index root = low;;) {
      Index child = 2 * root + 1;
      if (child >= high) return;
      if (child + 1 < high && LessAt(first + child, first + child + 1)) ++child;
      if (!LessAt(first + root, first + child)) return;
      Swap(first + root, first + child);
      root = child;
    }
  }

  void HeapSort(Index a, Index b) {
    const Index size = b - a;
    for (Index i = (size - 1) / 2; i >= 0; --i) SiftDown(i, size, a);
    for (Index i = size - 1; i >= 0; --i) {
      Swap(a, a + i);
      SiftDown(0, i, a);
    }
  }

  Index Partition(Index a, Index b, Index pivot, bool& already) {
    Swap(a, pivot);
    Index i = a + 1, j = b - 1;
    already = true;
    for (;; already = false) {
      while (i <= j && LessAt(i, a)) ++i;
      while (i <= j && !LessAt(j, a)) --j;
      if (i > j) break;
      Swap(i++, j--);
    }
    Swap(j, a);
    return j;
  }

  Index PartitionEqual(Index a, Index b, Index pivot) {
    Swap(a, pivot);
    for (Index i = a + 1, j = b - 1;;) {
      while (i <= j && !LessAt(a, i)) ++i;
      while (i <= j && LessAt(a, j)) --j;
      if (i > j) return i;
      Swap(i++, j--);
    }
  }

  bool PartialInsertionSort(Index a, Index b) {
    Index i = a + 1;
    for (int step = 0; step < 5; ++step) {
      while (i < b && !LessAt(i, i - 1)) ++i;
      if (i == b) return true;
      if (b - a < 50) return false;
      Swap(i, i - 1);
      if (i - a >= 2) {
        for (Index j = i - 1; j >= 1 && LessAt(j, j - 1); --j) Swap(j, j - 1);
      }
      if (b - i >= 2) {
        for (Index j = i + 1; j < b && LessAt(j, j - 1); ++j) Swap(j, j - 1);
      }
    }
    return false;
  }

  void BreakPatterns(Index a, Index b) {
    const auto size = static_cast<std::uint64_t>(b - a);
    std::uint64_t random = size;
    const std::uint64_t modulus = std::uint64_t{1} << std::bit_width(size);
    const Index middle = a + static_cast<Index>(size / 4 * 2);
    for (Index i = middle - 1; i <= middle + 1; ++i) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      std::uint64_t other = random & (modulus - 1);
      if (other >= size) other -= size;
      Swap(i, a + static_cast<Index>(other));
    }
  }

  std::pair<Index, Hint> ChoosePivot(Index a, Index b) {
    const Index quarter = (b - a) / 4;
    Index i = a + quarter, j = a + quarter * 2, k = a + quarter * 3;
    int swaps = 0;
    if (b - a >= 50) {
      i = Median(i - 1, i, i + 1, swaps);
      j = Median(j - 1, j, j + 1, swaps);
      k = Median(k - 1, k, k + 1, swaps);
    }
    j = Median(i, j, k, swaps);
    const Hint hint = swaps == 0 ? Hint::kIncreasing : swaps == 12 ? Hint::kDecreasing : Hint::kUnknown;
    return {j, hint};
  }

  Index Median(Index a, Index b, Index c, int& swaps) {
    const auto order = [&](Index& first, Index& second) {
      if (!LessAt(second, first)) return;
      ++swaps;
      std::swap(first, second);
    };
    order(a, b);
    order(b, c);
    order(a, b);
    return b;
  }

  std::vector<T>& data_;
  Less less_;
};

}  // namespace structural::go
