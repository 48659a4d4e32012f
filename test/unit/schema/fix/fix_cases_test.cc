// cases/fix: {name, schema, allow, preserve, want, items, left}. `schema` is that of a CRD with one version, and `want`
// the schema after the fix. `preserve` is spec.preserveUnknownFields. `items` are the reported changes, each as "RULE
// CLASS", in their order. `left` is the number of violations after the fix.
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "fix_items.h"
#include "schema/base/arena.h"
#include "schema/fix/plan.h"
#include "schema/validate/validate.h"
#include "test/support/cases.h"

namespace structural::test {
namespace fix_cases_test {

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
            {"versions",
             {{{"name", "v1"}, {"served", true}, {"storage", true}, {"schema", {{"openAPIV3Schema", schema}}}}}}}}};
}

// Applies the patch of the plan to `before`. Checks that the result equals the CRD in the plan, and returns it.
json Patched(const json& before, const fix::Plan& plan) {
  json patch = json::array();
  for (const fix::Edit& edit : plan.edits) {
    patch.push_back({{"op", NameOf(edit.kind)}, {"path", edit.path}});
    if (!edit.value.empty()) patch.back()["value"] = json::parse(edit.value);
  }
  return before.patch(patch);
}

class FixCase : public testing::TestWithParam<Case> {};

TEST_P(FixCase, HasTheExpectedResult) {
  const json& c = GetParam().data;
  const bool preserve = c.value("preserve", false);
  const std::size_t left = c.value("left", 0);
  const auto max = fix::ParseImpact(c.value("allow", "same"));
  const json before = CrdOf(c.at("schema"), preserve);
  const auto plan = fix::MakePlan(before.dump(), *max);
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  const json fixed = json::parse(plan->fixed);
  EXPECT_EQ(CrdOf(c.at("want"), preserve && left != 0), fixed);
  EXPECT_EQ(c.at("items"), ItemsOf(*plan));
  EXPECT_EQ(left, plan->left);
  EXPECT_EQ(fixed, Patched(before, *plan));
  EXPECT_TRUE(fix::MakePlan(plan->fixed, *max)->edits.empty()) << "not fixed at once";
}

// Returns the rules of a server that a create of the CRD breaks.
std::set<std::string> RulesBrokenBy(const std::string& crd) {
  base::Arena arena;
  const auto verdict = validate::ValidateCreate(crd, arena);
  if (!verdict.ok()) return {"unreadable"};
  std::set<std::string> rules;
  for (const auto& error : verdict->errors) rules.emplace(error.rule);
  return rules;
}

TEST_P(FixCase, HasNoNewErrorsOfAServer) {
  const std::string before = CrdOf(GetParam().data.at("schema"), false).dump();
  const auto plan = fix::MakePlan(before, fix::ChangeImpact::kWider, {.require_keys = true});
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  const auto old = RulesBrokenBy(before);
  for (const std::string& rule : RulesBrokenBy(plan->fixed)) EXPECT_TRUE(old.contains(rule)) << rule;
}

INSTANTIATE_TEST_SUITE_P(Data, FixCase, testing::ValuesIn(LoadCases("fix")), CaseName);

// Combined is nlohmann's function `combine`: it adds the hash `h` of an element to the hash `seed`. Between is its
// inverse: it returns the hash of the element that changes the hash `from` to `to`.
std::size_t Combined(std::size_t seed, std::size_t h) { return seed ^ (h + 0x9e3779b9 + (seed << 6U) + (seed >> 2U)); }
std::size_t Between(std::size_t from, std::size_t to) { return (from ^ to) - 0x9e3779b9 - (from << 6U) - (from >> 2U); }

// Returns a number for which {"default": NUMBER, "maximum": 1} has the same hash as {"maximum": 1}.
std::size_t CollidingDefault() {
  const auto object = static_cast<std::size_t>(json::value_t::object);
  const auto number = static_cast<std::size_t>(json::value_t::number_unsigned);
  const std::size_t one = Combined(object, 1);
  const std::size_t two = Combined(Combined(object, 2), std::hash<std::string>()("default"));
  return Between(number, Between(two, one));
}

TEST(Fix, ABranchThatChangesIsNotTakenForTheSameByItsHash) {
  const json changed = {{"default", CollidingDefault()}, {"maximum", 1}};
  const json after = {{"maximum", 1}};
  ASSERT_EQ(std::hash<json>()(after), std::hash<json>()(changed)) << "another hash than nlohmann's";
  const json schema = {{"type", "object"},
                       {"properties", {{"a", {{"type", "integer"}, {"allOf", {json::object(), changed}}}}}}};
  const auto plan = fix::MakePlan(CrdOf(schema, false).dump(), fix::ChangeImpact::kSame);
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  const json all_of =
      json::parse(plan->fixed).at("/spec/versions/0/schema/openAPIV3Schema/properties/a/allOf"_json_pointer);
  EXPECT_EQ(json::array({after}), all_of) << "the branch that demands nothing is gone";
}

TEST(Fix, AnInvalidCrdIsAnError) {
  for (const char* text :
       {"", "[]", "null", R"({"kind": "CustomResourceDefinition"})", R"({"kind": "Pod", "spec": {}})"})
    EXPECT_FALSE(fix::MakePlan(text, fix::ChangeImpact::kSame).ok()) << text;
}

}  // namespace fix_cases_test
}  // namespace structural::test
