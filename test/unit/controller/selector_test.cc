#include <gtest/gtest.h>

#include "controller/crd_api.h"

namespace structural::controller {
namespace selector_test {

TEST(SelectorTest, MatchesNamesAndGroups) {
  EXPECT_TRUE(Selector{}.Matches("widgets.example.com"));
  const Selector by_name{.names = {"widgets.*", "exact.b.io"}};
  EXPECT_TRUE(by_name.Matches("widgets.example.com"));
  EXPECT_TRUE(by_name.Matches("exact.b.io"));
  EXPECT_FALSE(by_name.Matches("gadgets.example.com"));
  const Selector by_group{.groups = {"example.com", "*.b.io"}};
  EXPECT_TRUE(by_group.Matches("widgets.example.com"));
  EXPECT_TRUE(by_group.Matches("widgets.a.b.io"));
  EXPECT_FALSE(by_group.Matches("widgets.b.io"));
  EXPECT_FALSE(by_group.Matches("widgets.sub.example.com"));
  const Selector both{.names = {"w*"}, .groups = {"example.com"}};
  EXPECT_TRUE(both.Matches("widgets.example.com"));
  EXPECT_FALSE(both.Matches("gadgets.example.com"));
  EXPECT_FALSE(both.Matches("widgets.example.org"));
}

TEST(SelectorTest, KnowsWhichNamesNoCrdHas) {
  UnknownNames unknown({.names = {"a.b.io", "typo.b.io", "x*"}, .groups = {"b.io", "c.io", "*.d", ""}});
  unknown.RecordCrd("a.b.io");
  unknown.RecordCrd("other.e.io");
  EXPECT_EQ((std::vector<std::string>{"CustomResourceDefinition typo.b.io does not exist",
                                      "no CustomResourceDefinition has the group \"\"",
                                      "no CustomResourceDefinition has the group c.io"}),
            unknown.Sentences());
  EXPECT_TRUE(UnknownNames(Selector{}).Sentences().empty());
}

}  // namespace selector_test
}  // namespace structural::controller
