// Tests that generating values from hostile schemas ends within the generator's budget.
#include <gtest/gtest.h>

#include "schema/base/work_budget.h"
#include "schema_of.h"

namespace structural::test {
namespace budget_test {

// Returns a schema of `levels` nested lists with `inner` as the innermost items.
std::string Nested(int levels, const std::string& inner) {
  std::string schema;
  for (int i = 0; i < levels; ++i) schema += R"({"type":"array","minItems":1,"items":)";
  schema += inner;
  for (int i = 0; i < levels; ++i) schema += "}";
  return schema;
}

bool HasExample(const std::string& schema) {
  SchemaGenerator made(schema);
  const auto value = made.generator().Make(values::Size::kSmallest);
  return value && value->accepted;
}

TEST(Budget, LevelsAreBounded) {
  EXPECT_TRUE(HasExample(Nested(50, R"({"type":"string"})")));
  EXPECT_FALSE(HasExample(Nested(500, R"({"type":"string"})")));
}

TEST(Budget, ItemsAreBounded) {
  EXPECT_FALSE(HasExample(R"({"type":"array","minItems":1000000000,"items":{"type":"string"}})"));
  EXPECT_FALSE(HasExample(
      R"({"type":"array","minItems":1000000000,"x-kubernetes-list-type":"set","items":{"type":"integer"}})"));
  std::string schema = R"({"type":"string"})";
  for (int i = 0; i < 20; ++i) schema = R"({"type":"array","minItems":1000,"items":)" + schema + "}";
  EXPECT_FALSE(HasExample(schema));
}

TEST(Budget, EntriesAreBounded) {
  EXPECT_FALSE(HasExample(R"({"type":"object","minProperties":1000000000,"additionalProperties":{"type":"string"}})"));
}

TEST(Budget, TextsAreBounded) {
  EXPECT_FALSE(HasExample(R"({"type":"string","minLength":1000000000000})"));
  EXPECT_FALSE(HasExample(R"({"type":"string","minLength":1000000000,"pattern":"^a+$"})"));
}

// Each of 200 anyOf doubles the number of combinations of branches. The search for an example must still end.
TEST(Budget, BranchesAreBounded) {
  std::string all;
  for (int i = 0; i < 200; ++i)
    all += std::string(i == 0 ? "" : ",") + R"({"anyOf":[{"minLength":3},{"maxLength":1}]})";
  HasExample(R"({"type":"string","pattern":"^..$","allOf":[)" + all + "]}");
}

// No example exists, since the rules in CEL contradict each other. They refer to many fields, so a complete search
// would not end.
TEST(Budget, SearchForRulesIsBounded) {
  std::string fields, sum;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "f" + std::to_string(i);
    fields += std::string(i == 0 ? "" : ",") + "\"" + name + "\":{\"type\":\"integer\"}";
    sum += (i == 0 ? "has(self." : " && has(self.") + name + ")";
  }
  const std::string rules = R"x([{"rule":")x" + sum + R"x("},{"rule":"!()x" + sum +
                            R"x()"},{"rule":"self.f0 > self.f1 && self.f1 > self.f0"}])x";
  EXPECT_FALSE(
      HasExample(R"({"type":"object","properties":{)" + fields + R"(},"x-kubernetes-validations":)" + rules + "}"));
}

// For each value that the generator tries, the evaluation of the rule has the highest cost that a server allows.
TEST(Budget, CostsOfRulesAreBounded) {
  const std::string rules = R"x([{"rule":"self.all(a, self.all(b, self.exists(c, c + a + b > 7 || c > 99)))"},
                                 {"rule":"self[0] > 3 && self[0] < 3"}])x";
  EXPECT_FALSE(HasExample(
      R"({"type":"array","minItems":200,"maxItems":400,"items":{"type":"integer"},"x-kubernetes-validations":)" +
      rules + "}"));
}

// Returns nested branches that accept no value. To check a value, all branches must be visited.
std::string Branches(int levels, const std::string& word) {
  if (levels == 0) return R"({"pattern":"^)" + word + R"($","maxLength":0})";
  std::string branches;
  for (int i = 0; i < 4; ++i) branches += (i == 0 ? "" : ",") + Branches(levels - 1, word + std::to_string(i));
  return R"({"oneOf":[)" + branches + "]}";
}

TEST(Budget, WorkOfBranchesIsBounded) {
  SchemaGenerator made(R"({"type":"string",)" + Branches(6, "a").substr(1), {.limits = {.work = 1'000'000}});
  made.generator().Make(values::Size::kSmallest);
  EXPECT_TRUE(made.generator().exhausted());
}

TEST(Budget, SeveralCallsShareTheWork) {
  base::WorkBudget work(100'000);
  SchemaGenerator made(R"({"type":"string","pattern":"^[a-z]{5}$"})", {.work = &work});
  ASSERT_TRUE(made.generator().Make(values::Size::kSmallest)->accepted);
  const std::int64_t once = 100'000 - work.left();
  EXPECT_GT(once, 0);
  int calls = 1;
  while (!work.exhausted()) calls += made.generator().Make(values::Size::kSmallest) ? 1 : 0;
  EXPECT_NEAR(100'000.0 / static_cast<double>(once), calls, 2);
  EXPECT_FALSE(made.generator().Accepts(json::Value::String("abcde")));
}

}  // namespace budget_test
}  // namespace structural::test
