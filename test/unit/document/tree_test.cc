#include "document/tree.h"

#include <gtest/gtest.h>

namespace structural::document {
namespace tree_test {

TEST(Tree, FindsMembersAndElements) {
  const std::string json = R"({"a":{"b":[1,"x",{"c\"d":null}]},  "e":true})";
  const Tree tree(json);
  const auto b = tree.Member(tree.Member(Tree::kRoot, "a"), "b");
  ASSERT_NE(Tree::kNone, b);
  EXPECT_EQ("x", tree.String(tree.Element(b, 1)));
  const auto c = tree.Member(tree.Element(b, 2), "c\"d");
  ASSERT_NE(Tree::kNone, c);
  EXPECT_EQ("c\"d", tree.Key(c));
  EXPECT_EQ(json.find("null"), tree.ValueOffset(c));
  EXPECT_EQ(json.find("\"c"), tree.Offset(c));
  EXPECT_EQ(json.find("\"e\""), tree.Offset(tree.Member(Tree::kRoot, "e")));
}

TEST(Tree, ReportsMissingMembers) {
  const Tree tree(R"({"a":[1]})");
  EXPECT_EQ(Tree::kNone, tree.Member(Tree::kRoot, "b"));
  EXPECT_EQ(Tree::kNone, tree.Element(Tree::kRoot, 0));
  const auto a = tree.Member(Tree::kRoot, "a");
  EXPECT_EQ(Tree::kNone, tree.Element(a, 1));
  EXPECT_EQ(Tree::kNone, tree.Member(a, "a"));
  EXPECT_EQ("", tree.String(a));
}

// A tree finds the members of a large object with another algorithm than those of a small object.
TEST(Tree, FindsMembersAmongMany) {
  std::string json = "{";
  for (int i = 0; i < 1000; ++i) json += "\"k" + std::to_string(i) + "\":{},";
  json += "\"last\":\"x\"}";
  const Tree tree(json);
  EXPECT_EQ("x", tree.String(tree.Member(Tree::kRoot, "last")));
  EXPECT_EQ(json.find("\"k999\""), tree.Offset(tree.Member(Tree::kRoot, "k999")));
  EXPECT_EQ(Tree::kNone, tree.Member(Tree::kRoot, "k1000"));
}

TEST(Tree, FindsElementsAmongMany) {
  std::string json = "[";
  for (int i = 0; i < 1000; ++i) json += "\"e" + std::to_string(i) + "\",";
  json += "\"last\"]";
  const Tree tree(json);
  for (const std::size_t index : {std::size_t{0}, std::size_t{1}, std::size_t{999}})
    EXPECT_EQ("e" + std::to_string(index), tree.String(tree.Element(Tree::kRoot, index)));
  EXPECT_EQ("last", tree.String(tree.Element(Tree::kRoot, 1000)));
  EXPECT_EQ(Tree::kNone, tree.Element(Tree::kRoot, 1001));
}

}  // namespace tree_test
}  // namespace structural::document
