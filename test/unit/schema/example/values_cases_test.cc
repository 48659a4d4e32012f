// cases/example/values: {"schema", "smallest", "full", "near", "place"}: the values that are generated for a schema. If
// "smallest" is missing, no valid value must be found. The values of "near" must be among those that are generated near
// the limits of the schema.
#include <algorithm>

#include <gtest/gtest.h>

#include "schema_of.h"
#include "test/support/cases.h"

namespace structural::test {
namespace values_cases_test {

class ValuesCase : public testing::TestWithParam<Case> {};

void Expect(const nlohmann::json& data, const char* key, values::Size size) {
  SchemaGenerator schema(data.at("schema").dump());
  const auto made = schema.generator().Make(size);
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->accepted);
  EXPECT_EQ(data.at(key).dump(), JsonOf(made->value)) << key;
  EXPECT_TRUE(schema.generator().Accepts(made->value)) << key;
}

TEST_P(ValuesCase, HasTheExpectedValues) {
  const auto& data = GetParam().data;
  if (data.contains("smallest")) {
    Expect(data, "smallest", values::Size::kSmallest);
  } else {
    SchemaGenerator schema(data.at("schema").dump());
    const auto made = schema.generator().Make(values::Size::kSmallest);
    EXPECT_FALSE(made && made->accepted);
  }
  if (data.contains("full")) Expect(data, "full", values::Size::kFull);
}

TEST_P(ValuesCase, HasTheExpectedValuesNearTheLimits) {
  const auto& data = GetParam().data;
  SchemaGenerator schema(data.at("schema").dump());
  std::vector<std::string> near;
  for (const json::Value& value : schema.generator().ValuesNearLimits({})) near.push_back(JsonOf(value));
  for (const auto& wanted : data.value("near", nlohmann::json::array()))
    EXPECT_NE(near.end(), std::ranges::find(near, wanted.dump())) << wanted;
}

INSTANTIATE_TEST_SUITE_P(Data, ValuesCase, testing::ValuesIn(LoadCases("example/values")), CaseName);

// MakeWith must return the smallest value that has the given value at the given path and is otherwise valid.
TEST(GeneratorWith, PutsAValueWhereItBelongs) {
  SchemaGenerator schema(R"({"type":"object","required":["name"],"properties":{
      "name":{"type":"string","minLength":1},
      "ports":{"type":"array","items":{"type":"object","required":["name"],"properties":{
          "name":{"type":"string"},"port":{"type":"integer","maximum":9}}}}}})");
  using values::Step;
  const Step place[] = {{Step::Kind::kProperty, "ports"}, {Step::Kind::kItem}, {Step::Kind::kProperty, "port"}};
  const json::Value nine = json::Value::Int(9), ten = json::Value::Int(10);
  const auto good = schema.generator().MakeWith(place, &nine);
  ASSERT_TRUE(good);
  EXPECT_EQ(R"({"name":"a","ports":[{"name":"","port":9}]})", JsonOf(good->value));
  EXPECT_TRUE(good->accepted);
  const auto bad = schema.generator().MakeWith(place, &ten);
  ASSERT_TRUE(bad);
  EXPECT_EQ(R"({"name":"a","ports":[{"name":"","port":10}]})", JsonOf(bad->value));
  EXPECT_FALSE(bad->accepted);
}

TEST(GeneratorMake, IsTheSameEachTime) {
  const std::string schema = R"({"type":"object","required":["id"],"properties":{
      "id":{"type":"string","pattern":"^[a-z]{3}(-[0-9]+)?$","minLength":6}}})";
  SchemaGenerator a(schema), b(schema);
  EXPECT_EQ(JsonOf(a.generator().Make(values::Size::kFull)->value),
            JsonOf(b.generator().Make(values::Size::kFull)->value));
}

}  // namespace values_cases_test
}  // namespace structural::test
