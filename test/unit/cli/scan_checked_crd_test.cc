#include <gtest/gtest.h>

#include "cli/cluster/scan/checked_crd.h"
#include "cli/cluster/scan/row.h"

namespace structural::scan {
namespace scan_checked_crd_test {

using nlohmann::json;

const json kGood = {{"type", "object"}};
const json kBad = {{"properties", {{"a", {{"type", "string"}}}}}};
constexpr const char* kBadText =
    "spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root";

json Crd(const json& schema, const json& conditions = nullptr) {
  json crd = {{"metadata", {{"name", "foos.example.com"}, {"resourceVersion", "1"}}},
              {"spec",
               {{"group", "example.com"},
                {"scope", "Namespaced"},
                {"names", {{"plural", "foos"}, {"kind", "Foo"}}},
                {"versions",
                 {{{"name", "v1"}, {"served", true}, {"storage", true}, {"schema", {{"openAPIV3Schema", schema}}}}}}}}};
  if (!conditions.is_null()) crd["status"]["conditions"] = conditions;
  return crd;
}

json Condition(const std::string& message) {
  return {{"type", "NonStructuralSchema"},
          {"status", "True"},
          {"reason", "Violations"},
          {"message", message},
          {"lastTransitionTime", "2026-11-21T04:08:43Z"}};
}

Row RowOf(const json& crd) {
  base::Arena arena;
  return CheckListedCrd(crd.dump(), crd::ApiVersion::kV1, arena).row;
}

TEST(CheckedCrdTest, AStructuralCrd) {
  const Row row = RowOf(Crd(kGood));
  EXPECT_EQ("foos.example.com", row.name);
  EXPECT_EQ((std::vector<std::string>{"v1"}), row.versions);
  EXPECT_EQ(State::kStructural, row.state);
  EXPECT_TRUE(row.violations.empty());
  EXPECT_EQ(Agreement::kAgrees, row.agreement);
  EXPECT_TRUE(row.prunes);
  EXPECT_FALSE(row.pruning_drops_fields);
}

TEST(CheckedCrdTest, ViolationsByRuleAndPlace) {
  const Row row = RowOf(Crd(kBad));
  EXPECT_EQ(State::kNonStructural, row.state);
  ASSERT_EQ(1u, row.violations.size());
  EXPECT_EQ("type-required", row.violations[0].rule);
  EXPECT_EQ("spec.versions[0].schema.openAPIV3Schema.type", row.violations[0].path);
  EXPECT_EQ("Required value: must not be empty at the root", row.violations[0].message);
  EXPECT_EQ(kBadText, row.wanted.message);
}

TEST(CheckedCrdTest, TheStateOfTheCondition) {
  EXPECT_EQ(Agreement::kMissing, RowOf(Crd(kBad)).agreement);
  EXPECT_EQ(Agreement::kMissing, RowOf(Crd(kBad, json::array())).agreement);
  EXPECT_EQ(Agreement::kDiffers, RowOf(Crd(kBad, json::array({Condition("spec.a: Forbidden: no")}))).agreement);
  EXPECT_EQ(Agreement::kStale, RowOf(Crd(kGood, json::array({Condition(kBadText)}))).agreement);
  const Row right = RowOf(Crd(kBad, json::array({Condition(kBadText)})));
  EXPECT_EQ(Agreement::kAgrees, right.agreement);
  EXPECT_EQ("2026-11-21T04:08:43Z", right.found.since);
}

TEST(CheckedCrdTest, EveryKeywordWithoutAStructuralForm) {
  const Row row = RowOf(Crd({{"type", "object"}, {"properties", {{"a", {{"$ref", "#/b"}}}, {"b", {{"id", "x"}}}}}}));
  EXPECT_EQ(State::kStructuralError, row.state);
  EXPECT_EQ("Unknown", row.wanted.status);
  EXPECT_EQ((std::vector<std::string_view>{"unsupported-ref", "unsupported-id"}), RulesOf(row));
}

TEST(CheckedCrdTest, WhetherItCouldBeCreatedAgain) {
  EXPECT_EQ(Recreation::kAllowed, RowOf(Crd(kGood)).recreation);
  EXPECT_EQ(Recreation::kRefused, RowOf(Crd(kBad)).recreation);
  EXPECT_TRUE(RowOf(Crd(kBad)).refusals.empty()) << "violations are not said again";
  json crd = Crd(kGood);
  crd["spec"]["scope"] = "Global";
  const Row refused = RowOf(crd);
  EXPECT_EQ(State::kStructural, refused.state);
  EXPECT_EQ(Recreation::kRefused, refused.recreation);
  ASSERT_EQ(1u, refused.refusals.size());
  EXPECT_EQ("scope", refused.refusals[0].rule);
  EXPECT_EQ("spec.scope", refused.refusals[0].path);
  EXPECT_EQ((std::vector<std::string_view>{"scope"}), RulesOf(refused));
  EXPECT_EQ("1.37", refused.server.Name());
  json selecting = Crd(kGood);
  selecting["spec"]["versions"][0]["selectableFields"] = {{{"jsonPath", "none"}}};
  base::Arena arena;
  const auto by = [&](const char* release) {
    return CheckListedCrd(selecting.dump(), crd::ApiVersion::kV1, arena, *validate::Release::Named(release))
        .row.recreation;
  };
  EXPECT_EQ(Recreation::kRefused, by("1.37"));
  EXPECT_EQ(Recreation::kAllowed, by("1.29"));
  const Row old = CheckListedCrd(crd.dump(), crd::ApiVersion::kV1beta1, arena).row;
  EXPECT_EQ(Recreation::kUnknown, old.recreation);
}

TEST(CheckedCrdTest, InvalidCrdsFromTheServer) {
  json crd = Crd(kGood);
  crd["spec"]["versions"] = 5;
  const Row row = RowOf(crd);
  EXPECT_EQ(State::kUnreadable, row.state);
  EXPECT_EQ("foos.example.com", row.name);
  EXPECT_NE("", row.error);
  base::Arena arena;
  for (const char* text : {"", "[", "5", "{\"metadata\": {\"name\": 5}}"}) {
    EXPECT_EQ(State::kUnreadable, CheckListedCrd(text, crd::ApiVersion::kV1, arena).row.state) << text;
  }
}

TEST(CheckedCrdTest, MarksFieldsThatPruningMayRemove) {
  const auto loses = [](const json& schema, bool preserves = true) {
    json crd = Crd(schema);
    crd["spec"]["preserveUnknownFields"] = preserves;
    const Row row = RowOf(crd);
    EXPECT_EQ(!preserves, row.prunes);
    return row.pruning_drops_fields;
  };
  const json keeps = {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
  json inner = keeps;
  EXPECT_TRUE(loses(kGood));
  EXPECT_FALSE(loses(kGood, false));
  EXPECT_FALSE(loses(keeps));
  inner["properties"] = {{"a", {{"type", "string"}}}, {"b", keeps}};
  EXPECT_FALSE(loses(inner));
  inner["properties"]["b"] = kGood;
  EXPECT_TRUE(loses(inner)) << "pruning begins anew below b";
  inner["properties"]["b"] = {{"type", "array"}, {"items", keeps}};
  EXPECT_FALSE(loses(inner));
  inner["properties"]["b"] = {{"type", "object"}, {"additionalProperties", kGood}};
  EXPECT_TRUE(loses(inner));
}

TEST(ScanFilter, MatchesNameGroupStateAndRule) {
  const Row good = RowOf(Crd(kGood));
  const Row bad = RowOf(Crd(kBad));
  EXPECT_TRUE(Filter{}.Matches(good));
  EXPECT_TRUE(Filter{.selector = {.groups = {"example.*"}}}.Matches(good));
  EXPECT_FALSE(Filter{.selector = {.groups = {"other.com"}}}.Matches(good));
  EXPECT_FALSE(Filter{.selector = {.names = {"bars.*"}}}.Matches(good));
  EXPECT_TRUE((Filter{.states = {"unreadable", "non-structural"}}.Matches(bad)));
  EXPECT_FALSE(Filter{.states = {"non-structural"}}.Matches(good));
  EXPECT_TRUE((Filter{.rules = {"array-items", "type-required"}}.Matches(bad)));
  EXPECT_FALSE(Filter{.rules = {"array-items"}}.Matches(bad));
  EXPECT_FALSE(Filter{.rules = {"type-required"}}.Matches(good));
}

TEST(ScanTotals, ArePrintedAsASentence) {
  Totals totals;
  EXPECT_EQ("0 CRDs", Sentence(totals));
  totals.Count(RowOf(Crd(kGood)));
  EXPECT_EQ("1 CRD: 1 structural, 0 non-structural", Sentence(totals));
  totals.Count(RowOf(Crd(kBad)));
  json preserving = Crd(kGood);
  preserving["spec"]["preserveUnknownFields"] = true;
  totals.Count(RowOf(preserving));
  EXPECT_EQ(
      "3 CRDs: 1 structural, 2 non-structural, 2 violations; the server's condition is wrong "
      "on 2; pruning is off and could remove fields of 1; Kubernetes 1.37 would refuse to create 2 again",
      Sentence(totals));
}

}  // namespace scan_checked_crd_test
}  // namespace structural::scan
