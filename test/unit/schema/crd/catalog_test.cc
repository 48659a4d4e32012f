#include "schema/crd/rules/catalog.h"

#include <set>

#include <gtest/gtest.h>

namespace structural::crd {
namespace catalog_test {

TEST(Catalog, EveryRuleExplainsItself) {
  std::set<std::string_view> ids;
  for (const Rule* rule : AllRules()) {
    EXPECT_TRUE(ids.insert(rule->id).second) << rule->id << " stands twice";
    EXPECT_EQ(std::string_view::npos, rule->id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-")) << rule->id;
    EXPECT_TRUE(rule->what.ends_with('.')) << rule->id;
    EXPECT_TRUE(rule->why.ends_with('.')) << rule->id;
    EXPECT_TRUE(rule->fix.ends_with('.')) << rule->id;
    ASSERT_NE(nullptr, rule->section) << rule->id;
    EXPECT_TRUE(rule->section->url.starts_with("https://")) << rule->id;
  }
}

TEST(Catalog, FindsTheRuleOfAKeyword) {
  ASSERT_NE(nullptr, FindUnsupported("$ref"));
  EXPECT_EQ("unsupported-ref", FindUnsupported("$ref")->id);
  EXPECT_EQ(nullptr, FindUnsupported("type"));
}

}  // namespace catalog_test
}  // namespace structural::crd
