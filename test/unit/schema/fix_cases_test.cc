// cases/fix: {name, schema, allow, preserve, want, items, left}. The schema of a CRD with one
// version, what it becomes, and what is told: "RULE CLASS" for each change, in their order.
#include <gtest/gtest.h>

#include "schema/fix/plan.h"
#include "test/support/cases.h"

namespace structural::test {
namespace {

using nlohmann::json;

json CrdOf(const json& schema, bool preserve) {
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", "as.example.com"}}},
          {"spec",
           {{"group", "example.com"},
            {"names", {{"plural", "as"}, {"kind", "A"}}},
            {"scope", "Namespaced"},
            {"preserveUnknownFields", preserve},
            {"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", schema}}}}}}}}};
}

json ItemsOf(const fix::Plan& plan) {
  json items = json::array();
  for (const fix::Item& item : plan.items) {
    EXPECT_FALSE(item.reason.empty());
    items.push_back(item.rule + " " + std::string(NameOf(item.change)) +
                    (item.done ? "" : " not done"));
  }
  return items;
}

// The patch of the plan leads to what the plan says it does.
json Patched(const json& before, const fix::Plan& plan) {
  json patch = json::array();
  for (const fix::Edit& edit : plan.edits) {
    patch.push_back({{"op", NameOf(edit.kind)}, {"path", edit.path}});
    if (!edit.value.empty()) patch.back()["value"] = json::parse(edit.value);
  }
  return before.patch(patch);
}

class FixCase : public testing::TestWithParam<Case> {};

TEST_P(FixCase, BecomesWhatIsWanted) {
  const json& c = GetParam().data;
  const bool preserve = c.value("preserve", false);
  const std::size_t left = c.value("left", 0);
  const auto most = fix::ClassNamed(c.value("allow", "same"));
  const json before = CrdOf(c.at("schema"), preserve);
  const auto plan = fix::MakePlan(before.dump(), *most);
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  const json fixed = json::parse(plan->fixed);
  EXPECT_EQ(CrdOf(c.at("want"), preserve && left != 0), fixed);
  EXPECT_EQ(c.at("items"), ItemsOf(*plan));
  EXPECT_EQ(left, plan->left);
  EXPECT_EQ(fixed, Patched(before, *plan));
  EXPECT_TRUE(fix::MakePlan(plan->fixed, *most)->edits.empty()) << "not fixed at once";
}

INSTANTIATE_TEST_SUITE_P(Data, FixCase, testing::ValuesIn(LoadCases("fix")), CaseName);

TEST(Fix, WhatIsNoCrdIsAnError) {
  for (const char* text : {"", "[]", "null", R"({"kind": "CustomResourceDefinition"})",
                           R"({"kind": "Pod", "spec": {}})"})
    EXPECT_FALSE(fix::MakePlan(text, fix::Class::kSame).ok()) << text;
}

}  // namespace
}  // namespace structural::test
