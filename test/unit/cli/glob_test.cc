// Tests of the globs in .gitignore files.
#include <string>

#include <gtest/gtest.h>

#include "cli/shared/ignore_file.h"

namespace structural::cli {
namespace glob_test {

std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Glob, MatchesPartsOfPaths) {
  EXPECT_TRUE(GlobMatches("a/*.yaml", "a/b.yaml"));
  EXPECT_FALSE(GlobMatches("a/*.yaml", "a/b/c.yaml"));
  EXPECT_FALSE(GlobMatches("a", "a/b"));
  EXPECT_FALSE(GlobMatches("a/b", "a"));
  EXPECT_TRUE(GlobMatches("[ab]/?/\\*", "b/c/*"));
  EXPECT_FALSE(GlobMatches("[ab]/?/\\*", "b/c/d"));
}

TEST(Glob, DoubleStarsMatchAnyNumberOfParts) {
  EXPECT_TRUE(GlobMatches("**/a", "a"));
  EXPECT_TRUE(GlobMatches("**/a", "b/c/a"));
  EXPECT_TRUE(GlobMatches("a/**/b", "a/b"));
  EXPECT_TRUE(GlobMatches("a/**/b", "a/b/c/b"));
  EXPECT_FALSE(GlobMatches("a/**/b", "a/b/c"));
  EXPECT_TRUE(GlobMatches("a/**", "a/b/c"));
  EXPECT_FALSE(GlobMatches("a/**", "a"));
  EXPECT_TRUE(GlobMatches("**", "a/b"));
  EXPECT_TRUE(GlobMatches("**/**/a/**/b/**/c", "x/a/y/b/b/z/c"));
  EXPECT_FALSE(GlobMatches("**/a/**/b/**/c", "x/a/y/c/b"));
  EXPECT_TRUE(GlobMatches("**/a/b/**/c", "a/a/b/x/c")) << "the first a leads nowhere";
}

// The glob must be matched quickly: an algorithm that tries all positions of all `**` would need years for it.
TEST(Glob, ManyWildcardsEnd) {
  const std::string path = Repeated("a/", 1000) + "b";
  for (const int times : {12, 100, 900}) {
    EXPECT_TRUE(GlobMatches(Repeated("**/a/", times) + "b", path));
    EXPECT_FALSE(GlobMatches(Repeated("**/a/", times) + "c", path));
    EXPECT_FALSE(GlobMatchesPathOrName(Repeated("*a", times) + "c", std::string(250, 'a')));
  }
}

}  // namespace glob_test
}  // namespace structural::cli
