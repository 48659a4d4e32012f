// cases/decide: {name, row of the table in reconciler.h, schema | spec, conditions (absent: no status), change | null,
// after}. The test applies the patch as a server does, and requires that only the list of conditions changes.
#include "controller/decide.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "test/support/cases.h"

namespace structural::test {
namespace decide_test {

using nlohmann::json;

json SpecWith(const json& schema) {
  return {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", schema}}}}}}};
}

json CrdOf(const json& data) {
  json crd = {{"apiVersion", "apiextensions.k8s.io/v1"},
              {"kind", "CustomResourceDefinition"},
              {"metadata", {{"name", "a.b"}, {"uid", "u-1"}, {"resourceVersion", "7"}}},
              {"spec", data.contains("spec") ? data.at("spec") : SpecWith(data.at("schema"))}};
  if (data.contains("conditions")) crd["status"] = {{"conditions", data.at("conditions")}, {"storedVersions", {"v1"}}};
  if (data.value("status", "") == "without conditions") crd["status"] = {{"storedVersions", {"v1"}}};
  return crd;
}

std::optional<controller::Decision> DecideOn(const json& crd) {
  base::Arena arena;
  const std::string text = crd.dump();
  const auto decoded = crd::Decode(text, arena);
  if (!decoded.ok()) throw std::runtime_error(decoded.error().message());
  return controller::Decide(*decoded, crd::Evaluate(*decoded, arena), "2026-01-02T03:04:05Z");
}

class DecideCase : public testing::TestWithParam<Case> {};

TEST_P(DecideCase, WritesExactlyWhatIsNeeded) {
  const json& data = GetParam().data;
  json crd = CrdOf(data);
  const auto decision = DecideOn(crd);
  if (data.at("change").is_null()) {
    ASSERT_FALSE(decision) << decision->patch;
    return;
  }
  ASSERT_TRUE(decision);
  EXPECT_EQ(data.at("change"), controller::Name(decision->change));
  const json after = crd.patch(json::parse(decision->patch));
  EXPECT_EQ(data.at("after"), after.at("status").at("conditions"));
  crd["status"]["conditions"] = after.at("status").at("conditions");
  EXPECT_EQ(crd, after);
  EXPECT_FALSE(DecideOn(after)) << "a second write would follow";
}

TEST_P(DecideCase, CannotApplyToAChangedObject) {
  json crd = CrdOf(GetParam().data);
  const auto decision = DecideOn(crd);
  if (!decision) return;
  for (const char* key : {"uid", "resourceVersion"}) {
    json changed = crd;
    changed["metadata"][key] = "another";
    EXPECT_THROW(changed.patch(json::parse(decision->patch)), json::exception) << key;
  }
}

// The violations are more than 8 MiB of text, since their field paths are long. Decide must compare only a limited part
// of them, because a comparison of all needs a gigabyte of memory.
TEST(Decide, ComparesABoundedNumberOfViolations) {
  json schema = {{"type", "object"}};
  for (int i = 0; i < 300; ++i) schema["properties"][std::string(15'000, 'k') + std::to_string(i)] = json::object();
  json crd = CrdOf({{"spec", {{"versions", json::array()}}}});
  for (const char* name : {"v1", "v2"}) {
    crd["spec"]["versions"].push_back({{"name", name}, {"schema", {{"openAPIV3Schema", schema}}}});
  }
  base::Arena arena;
  const std::string text = crd.dump();
  const auto decoded = crd::Decode(text, arena);
  ASSERT_TRUE(decoded.ok());
  auto violations = crd::Evaluate(*decoded, arena).violations;
  std::ranges::reverse(violations);
  crd["status"]["conditions"] = {{{"type", "NonStructuralSchema"},
                                  {"status", "True"},
                                  {"reason", "Violations"},
                                  {"message", kubernetes::Message(violations)}}};
  EXPECT_TRUE(DecideOn(crd));
}

INSTANTIATE_TEST_SUITE_P(Data, DecideCase, testing::ValuesIn(LoadCases("decide")), CaseName);

}  // namespace decide_test
}  // namespace structural::test
