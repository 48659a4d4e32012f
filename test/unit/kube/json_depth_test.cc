#include <random>
#include <string>

#include <gtest/gtest.h>

#include "kube/list_splitter.h"

namespace structural::kube {
namespace json_depth_test {

// Passes the bytes to `depth` one at a time. Stops when the nesting is at most `floor` levels, or at the end of the
// bytes. Returns the number of bytes passed.
std::size_t Slowly(JsonDepth& depth, std::string_view bytes, int floor) {
  std::size_t used = 0;
  do {
    depth.Take(bytes[used++]);
  } while (used < bytes.size() && depth.depth() > floor);
  return used;
}

void ExpectSame(std::string_view text, std::size_t cut, int floor) {
  JsonDepth fast, slow;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, cut);
    const std::size_t used = fast.TakeUntil(piece, floor);
    ASSERT_EQ(Slowly(slow, piece, floor), used) << text;
    ASSERT_EQ(slow.depth(), fast.depth()) << text;
    ASSERT_EQ(slow.in_string(), fast.in_string()) << text;
    text.remove_prefix(used);
  }
}

TEST(JsonDepth, EndsWhenAllBracketsAreClosed) {
  JsonDepth depth;
  const std::string text = R"({"a":["}",{"b":"]"}],"c":"\"}"} {)";
  EXPECT_EQ(text.size() - 2, depth.TakeUntil(text, 0));
  EXPECT_EQ(0, depth.depth());
}

TEST(JsonDepth, HasTheSameDepthForBlocksAndForBytes) {
  std::mt19937 random(1);
  const std::string dense = "{}[]\"\"\\a:, ", sparse = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{}[]\"\"\\";
  for (int round = 0; round < 2000; ++round) {
    const std::string& letters = round % 2 == 0 ? dense : sparse;
    std::string text(random() % 700, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    ExpectSame(std::string(20, '{') + text, 1 + random() % 300, static_cast<int>(random() % 12));
  }
}

}  // namespace json_depth_test
}  // namespace structural::kube
