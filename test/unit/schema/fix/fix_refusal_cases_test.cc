// cases/refusals: {name, merge, allow, choices, items, edits, before, after}. `merge` is a JSON Merge Patch, which is
// applied to a CRD that a server accepts; the result is fixed. `items` are the reported changes, as in cases/fix, and
// `edits` those that are made. `before` and `after` are the rules of a server that a create of the CRD breaks before
// and after the fix.
#include <set>

#include <gtest/gtest.h>

#include "fix_items.h"
#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/crd/evaluate.h"
#include "schema/fix/plan.h"
#include "schema/fix/upgrade.h"
#include "schema/validate/validate.h"
#include "test/support/cases.h"

namespace structural::test {
namespace fix_refusal_cases_test {

using nlohmann::json;

json Accepted() {
  return json::parse(R"({
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "as.example.com"},
    "spec": {"group": "example.com", "scope": "Namespaced",
             "names": {"plural": "as", "singular": "a", "kind": "A", "listKind": "AList"},
             "versions": [{"name": "v1", "served": true, "storage": true,
                           "schema": {"openAPIV3Schema": {"type": "object"}}}]}})");
}

// Returns the rules of a server that the CRD breaks when it is created.
json BrokenBy(const json& crd) {
  base::Arena arena;
  const auto verdict = validate::ValidateCreate(crd.dump(), arena);
  if (!verdict.ok()) return verdict.error().message();
  std::set<std::string> rules;
  for (const auto& error : verdict->errors) rules.emplace(error.rule);
  return rules;
}

std::string ConditionOf(const json& crd) {
  base::Arena arena;
  const std::string text = crd.dump();
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) return decoded.error().message();
  const crd::EvaluationResult verdict = crd::Evaluate(*decoded, arena);
  return verdict.condition ? verdict.condition->message : "";
}

fix::Choices ChoicesOf(const json& c) {
  const json choices = c.value("choices", json::object());
  fix::Choices chosen;
  chosen.require_keys = choices.value("require", false);
  chosen.approval = choices.value("approval", "");
  chosen.keep_status = choices.value("keepStatus", false);
  const json defaults = choices.value("defaults", json::object());
  for (const auto& [key, value] : defaults.items()) chosen.key_defaults[key] = value;
  return chosen;
}

json EditsOf(const fix::Plan& plan) {
  json patch = json::array();
  for (const auto* edits : {&plan.edits, &plan.moves}) {
    for (const fix::Edit& edit : *edits) {
      patch.push_back({{"op", NameOf(edit.kind)}, {"path", edit.path}});
      if (!edit.value.empty()) patch.back()["value"] = json::parse(edit.value);
      if (!edit.from.empty()) patch.back()["from"] = edit.from;
    }
  }
  return patch;
}

class FixRefusalCase : public testing::TestWithParam<Case> {};

TEST_P(FixRefusalCase, IsRepairedIfOneRepairIsPossible) {
  const json& c = GetParam().data;
  json before = Accepted();
  before.merge_patch(c.at("merge"));
  const auto max = *fix::ParseImpact(c.value("allow", "same"));
  const auto make = c.value("upgrade", false) ? fix::MakeUpgrade : fix::MakePlan;
  const auto plan = make(before.dump(), max, ChoicesOf(c));
  ASSERT_TRUE(plan.ok()) << plan.error().message();
  const json fixed = json::parse(plan->fixed);
  EXPECT_EQ(c.at("items"), ItemsOf(*plan));
  EXPECT_EQ(c.at("edits"), EditsOf(*plan));
  EXPECT_EQ(fixed, before.patch(EditsOf(*plan)));
  EXPECT_EQ(c.at("before"), BrokenBy(before));
  EXPECT_EQ(c.at("after"), BrokenBy(fixed));
  EXPECT_EQ(ConditionOf(before), ConditionOf(fixed)) << "the form of the schemas is as it was";
  EXPECT_TRUE(make(plan->fixed, max, ChoicesOf(c))->edits.empty()) << "not fixed at once";
}

INSTANTIATE_TEST_SUITE_P(Data, FixRefusalCase, testing::ValuesIn(LoadCases("refusals")), CaseName);

}  // namespace fix_refusal_cases_test
}  // namespace structural::test
