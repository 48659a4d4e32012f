// cases/convert: {name, crd (text), v1, v1beta1, internal: {errors | structuralError} | error}. cases/roundtrip: {name,
// schema, structural}. All expectations are Kubernetes' own.
#include <gtest/gtest.h>

#include "schema/crd/convert.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/meta.h"
#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/publish/schema_writer.h"
#include "test/support/cases.h"

namespace structural::test {
namespace convert_cases_test {

using nlohmann::json;

class ConvertCase : public testing::TestWithParam<Case> {};

TEST_P(ConvertCase, GivesBothVersions) {
  const json& data = GetParam().data;
  base::Arena arena;
  const auto converted = crd::Convert(data.at("crd").get<std::string>(), arena);
  if (data.contains("error")) {
    EXPECT_FALSE(converted.ok());
    return;
  }
  ASSERT_TRUE(converted.ok()) << converted.error().message();
  EXPECT_EQ(data.at("v1"), json::parse(converted->v1()));
  EXPECT_EQ(data.at("v1beta1"), json::parse(converted->v1beta1()));
}

TEST_P(ConvertCase, HasTheResultOfOldServers) {
  const json& data = GetParam().data;
  base::Arena arena;
  const auto verdict = crd::EvaluateInternal(data.at("crd").get<std::string>(), arena);
  ASSERT_EQ(!data.contains("error"), verdict.ok());
  if (!verdict.ok()) return;
  const json& expected = data.at("internal");
  EXPECT_EQ(expected.value("structuralError", ""), verdict->structural_error);
  if (!verdict->structural_error.empty()) return;
  json errors = json::array();
  for (const auto& violation : verdict->violations) errors.push_back(violation.Text());
  EXPECT_EQ(expected.at("errors"), errors);
}

INSTANTIATE_TEST_SUITE_P(Data, ConvertCase, testing::ValuesIn(LoadCases("convert")), CaseName);

class RoundtripCase : public testing::TestWithParam<Case> {};

TEST_P(RoundtripCase, KeepsStructuralSchemas) {
  const std::string text = GetParam().data.at("schema").dump();
  base::Arena arena;
  structural::json::JsonReader in(text, arena);
  crd::JSONSchemaProps schema;
  crd::DecodeSchema(in, arena, schema);
  ASSERT_TRUE(in.AtEnd());
  const auto structural = crd::NewStructural(schema, arena, crd::EmptyLists::kKeep);
  ASSERT_EQ(0u, structural.index());
  std::string written;
  publish::SchemaWriter(arena, written).Write(*std::get<0>(structural));
  EXPECT_EQ(GetParam().data.at("structural"), json::parse(written));
}

INSTANTIATE_TEST_SUITE_P(Data, RoundtripCase, testing::ValuesIn(LoadCases("roundtrip")), CaseName);

TEST(ReadMeta, StopsAfterTheMetadata) {
  const auto meta = crd::ReadMeta(
      R"({"kind":"X","metadata":{"name":"n","uid":"u","resourceVersion":"7","generation":2},"spec":broken)");
  ASSERT_TRUE(meta.ok()) << meta.error().message();
  EXPECT_EQ("n", meta->name);
  EXPECT_EQ("u", meta->uid);
  EXPECT_EQ("7", meta->resource_version);
  EXPECT_EQ(2, meta->generation);
}

TEST(ReadMeta, NeedsANameAndAResourceVersion) {
  for (const char* text : {"{}", "[]", "", R"({"metadata":{"name":"n"}})", R"({"metadata":{"resourceVersion":"7"}})",
                           R"({"metadata":5})"}) {
    EXPECT_FALSE(crd::ReadMeta(text).ok()) << text;
  }
}

TEST(ReadResourceVersion, NeedsNoName) {
  EXPECT_EQ("7", *crd::ReadResourceVersion(R"({"metadata":{"resourceVersion":"7"}})"));
  EXPECT_FALSE(crd::ReadResourceVersion(R"({"metadata":{}})").ok());
}

}  // namespace convert_cases_test
}  // namespace structural::test
