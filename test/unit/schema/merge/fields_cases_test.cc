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

INSTANTIATE_TEST_SUITE_P(Files, FieldsCase, testing::ValuesIn(LoadCases("fieldsv1")), CaseName);

}  // namespace fields_cases_test
}  // namespace structural::test
