// cases/suite/patch: what becomes of `before` with the JSON Patch, or why it cannot be applied.
#include <gtest/gtest.h>

#include "schema/json/patch.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "test/support/cases.h"

namespace structural::test {
namespace patch_cases_test {

class PatchCase : public testing::TestWithParam<Case> {};

TEST_P(PatchCase, IsApplied) {
  const auto& data = GetParam().data;
  base::Arena arena;
  const std::string before = data.at("before").dump(), patch = data.at("patch").dump();
  json::Value root = *json::Parser(arena).Parse(before);
  const auto operations = json::Parser(arena).Parse(patch);
  const base::Status done = json::ApplyPatch(*operations, root, arena);
  EXPECT_EQ(data.value("error", ""), done.ok() ? "" : done.error().message());
  if (!done.ok()) return;
  std::string after;
  json::AppendJson(root, after);
  EXPECT_EQ(data.at("after").dump(), after);
}

INSTANTIATE_TEST_SUITE_P(Data, PatchCase, testing::ValuesIn(LoadCases("suite/patch")), CaseName);

}  // namespace patch_cases_test
}  // namespace structural::test
