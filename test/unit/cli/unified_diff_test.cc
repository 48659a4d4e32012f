#include "cli/shared/unified_diff.h"

#include <gtest/gtest.h>

namespace structural::cli {
namespace unified_diff_test {

std::string Diff(std::string_view before, std::string_view after) {
  return UnifiedDiff("a", before, "b", after, false);
}

std::string Numbers(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += std::to_string(i) + "\n";
  return text;
}

TEST(UnifiedDiffTest, NothingDiffers) {
  EXPECT_EQ("", Diff("", ""));
  EXPECT_EQ("", Diff("a\nb\n", "a\nb\n"));
}

TEST(UnifiedDiffTest, ThreeLinesAround) {
  EXPECT_EQ("--- a\n+++ b\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+x\n 5\n 6\n 7\n",
            Diff(Numbers(1, 9), Numbers(1, 4) + "x\n" + Numbers(5, 9)));
  EXPECT_EQ("--- a\n+++ b\n@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n", Diff(Numbers(1, 9), Numbers(2, 9)));
}

TEST(UnifiedDiffTest, MergesCloseChangesIntoOneHunk) {
  const std::string near = Diff(Numbers(1, 8), Numbers(2, 7));
  EXPECT_EQ("--- a\n+++ b\n@@ -1,8 +1,6 @@\n-1\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n", near);
  const std::string far = Diff(Numbers(1, 9), Numbers(2, 8));
  EXPECT_EQ("--- a\n+++ b\n@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n@@ -6,4 +5,3 @@\n 6\n 7\n 8\n-9\n", far);
}

TEST(UnifiedDiffTest, OneSideIsEmpty) {
  EXPECT_EQ("--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n", Diff("", "x\n"));
  EXPECT_EQ("--- a\n+++ b\n@@ -1,1 +0,0 @@\n-x\n", Diff("x\n", ""));
}

TEST(UnifiedDiffTest, TheLastLineMayHaveNoNewline) {
  const std::string none = "\\ No newline at end of file\n";
  EXPECT_EQ("--- a\n+++ b\n@@ -1,1 +1,2 @@\n-x\n" + none + "+x\n+y\n" + none, Diff("x", "x\ny"));
  EXPECT_EQ("--- a\n+++ b\n@@ -1,2 +1,2 @@\n-x\n+z\n y\n" + none, Diff("x\ny", "z\ny"));
}

TEST(UnifiedDiffTest, ColorsAreForTerminals) {
  EXPECT_EQ(
      "\033[1m--- a\033[0m\n\033[1m+++ b\033[0m\n\033[36m@@ -1,1 +1,1 "
      "@@\033[0m\n\033[31m-x\033[0m\n"
      "\033[32m+y\033[0m\n",
      UnifiedDiff("a", "x\n", "b", "y\n", true));
}

// In a list of line changes, the kept and removed lines together must be the old text, and the kept and added lines
// together the new text.
TEST(LineChangesTest, LeadFromOneTextToTheOther) {
  unsigned seed = 1;
  const auto next = [&](unsigned below) { return (seed = seed * 1103515245 + 12345) / 65536 % below; };
  for (int round = 0; round < 300; ++round) {
    std::string before, after;
    for (unsigned i = next(30); i > 0; --i) before += std::to_string(next(4)) + "\n";
    for (unsigned i = next(30); i > 0; --i) after += std::to_string(next(4)) + "\n";
    std::string old, now;
    for (const auto& [change, line] : ChangesOfLines(before, after)) {
      if (change != Change::kAdded) old += line;
      if (change != Change::kRemoved) now += line;
    }
    EXPECT_EQ(before, old);
    EXPECT_EQ(after, now);
  }
}

TEST(LineChangesTest, TextsWithNothingInCommonAreBounded) {
  const auto changes = ChangesOfLines(Numbers(1, 50'000), Numbers(50'001, 100'000));
  EXPECT_EQ(100'000U, changes.size());
}

}  // namespace unified_diff_test
}  // namespace structural::cli
