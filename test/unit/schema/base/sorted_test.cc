#include "schema/base/sorted.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace structural::base {
namespace sorted_test {

TEST(LowerBoundFrom, FindsTheSameElementAsASearchInTheWholeList) {
  std::vector<int> list;
  for (int size = 0; size <= 20; ++size) {
    for (auto first = list.begin(); first <= list.end(); ++first) {
      for (int key = -1; key <= 2 * size + 1; ++key)
        EXPECT_EQ(std::lower_bound(first, list.end(), key), LowerBoundFrom(first, list.end(), key, std::identity()));
    }
    list.push_back(2 * size);
  }
}

// A search that begins near its result must compare only a few elements.
TEST(LowerBoundFrom, CostsTheDistance) {
  const std::vector<int> list(1'000'000, 1);
  int compared = 0;
  const auto key_of = [&](int element) {
    ++compared;
    return element;
  };
  EXPECT_EQ(list.begin(), LowerBoundFrom(list.begin(), list.end(), 1, key_of));
  EXPECT_EQ(1, compared);
}

}  // namespace sorted_test
}  // namespace structural::base
