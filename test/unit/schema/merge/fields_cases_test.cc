// cases/fieldsv1: fieldsV1 with unusual and malformed keys, as structured-merge-diff v6.4.2 reads them: {name, fields,
// error | written}. `error`: the server's text. `written`: fieldsV1 as a server writes it again.
#include <gtest/gtest.h>

#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/merge/fields_error.h"
#include "schema/merge/set.h"
#include "test/support/cases.h"

namespace structural::test {
namespace fields_cases_test {

using merge::FieldsFormat;

class FieldsCase : public testing::TestWithParam<Case> {};

TEST_P(FieldsCase, IsReadAsByAServer) {
  const nlohmann::json& data = GetParam().data;
  const std::string text = data.at("fields").dump();
  base::Arena arena;
  const auto fields = json::Parser(arena).Parse(text);
  ASSERT_TRUE(fields.ok());
  merge::UnreadableKey key;
  const auto set = merge::ReadFieldsV1(*fields, arena, FieldsFormat::kV6, &key);
  if (data.contains("error")) {
    ASSERT_FALSE(set.ok());
    EXPECT_EQ(data.at("error"), merge::DecodingError(*fields, key, set.error(), FieldsFormat::kV6));
    return;
  }
  ASSERT_TRUE(set.ok()) << set.error().message();
  std::string written;
  AppendJson(merge::FieldsV1(*set, arena), written);
  EXPECT_EQ(data.at("written").dump(), written);
}

// Returns the server's text about fieldsV1 with one key.
std::string ErrorOfKey(const std::string& key_text) {
  base::Arena arena;
  const json::Value fields =
      json::Value::Object(arena.Copy(std::span<const json::Member>({{key_text, json::Value()}})));
  merge::UnreadableKey key;
  const auto set = merge::ReadFieldsV1(fields, arena, FieldsFormat::kV6, &key);
  return set.ok() ? "" : merge::DecodingError(fields, key, set.error(), FieldsFormat::kV6);
}

// A key is a string to the JSON parser, so only JsonIterator limits the levels of the JSON in it.
TEST(FieldsOfManyLevels, AreRefusedInAKey) {
  constexpr int kLevels = 1'000'000;
  std::string objects;
  for (int i = 0; i < kLevels; ++i) objects += R"({"a":)";
  for (const std::string& key : {"v:" + std::string(kLevels, '['), "v:" + objects, "k:" + objects}) {
    const std::string error = ErrorOfKey(key);
    EXPECT_NE(std::string::npos, error.find("exceeded max depth")) << key.substr(0, 10) << ": " << error.substr(0, 200);
    EXPECT_GT(1000u, error.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Files, FieldsCase, testing::ValuesIn(LoadCases("fieldsv1")), CaseName);

}  // namespace fields_cases_test
}  // namespace structural::test
