// Tests with CRDs for which the full answer would be many times as long as the CRD. The result must be an error, or an
// answer that states that it is incomplete.
#include <string>

#include <gtest/gtest.h>

#include "schema/base/output_budget.h"
#include "schema/crd/convert.h"
#include "schema/crd/evaluate.h"
#include "schema/crd/model/decode.h"
#include "schema/fix/upgrade.h"
#include "schema/validate/validate.h"

namespace structural::test {
namespace budget_test {

// Returns a CRD in v1beta1. Its versions, `versions` in number, share one schema.
std::string Shared(int versions, int fields, const std::string& type) {
  std::string crd = R"({"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"CustomResourceDefinition",)"
                    R"("metadata":{"name":"as.example.com"},"spec":{"group":"example.com",)"
                    R"("names":{"plural":"as","kind":"A"},"scope":"Cluster","preserveUnknownFields":false,)"
                    R"("validation":{"openAPIV3Schema":{"type":"object","properties":{)";
  for (int i = 0; i < fields; ++i)
    crd.append(i == 0 ? "\"f" : ",\"f").append(std::to_string(i)).append("\":").append(type);
  crd += R"(}}},"versions":[)";
  for (int i = 1; i <= versions; ++i) {
    crd.append(i == 1 ? "" : ",").append(R"({"name":"v)" + std::to_string(i));
    crd.append(i == 1 ? R"(","served":true,"storage":true})" : R"(","served":true,"storage":false})");
  }
  return crd + "]}}";
}

const std::string kString = R"({"type":"string"})";

base::ErrorCode CodeOf(const auto& result) { return result.ok() ? base::ErrorCode::kInternal : result.error().code(); }

TEST(CrdBudget, ASchemaThatThousandsOfVersionsShareIsNotCopied) {
  base::Arena arena;
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, CodeOf(crd::Convert(Shared(3'000, 1'000, kString), arena)));
  const auto few = crd::Convert(Shared(3, 1'000, kString), arena);
  ASSERT_TRUE(few.ok());
  EXPECT_GT(few->v1().size(), 2 * few->v1beta1().size());
}

// Returns a CRD with `annotations` annotations. Its metadata has further members "annotations", `times` in number, each
// with the value `others`. Go merges them into the first one.
std::string Annotated(int annotations, int times, const std::string& others) {
  std::string metadata = R"("metadata":{"annotations":{)";
  for (int i = 0; i < annotations; ++i)
    metadata.append(i == 0 ? "\"a" : ",\"a").append(std::to_string(i)).append("\":\"\"");
  metadata += "},";
  for (int i = 0; i < times; ++i) metadata += "\"annotations\":" + others + ",";
  std::string crd = Shared(1, 1, kString);
  const std::string_view before = R"("metadata":{)";
  return crd.replace(crd.find(before), before.size(), metadata);
}

TEST(CrdBudget, RepeatedAnnotationsAreBounded) {
  base::Arena arena;
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, CodeOf(crd::Convert(Annotated(5'000, 2'000, R"({"b":""})"), arena)));
  EXPECT_LT(arena.peak_bytes(), std::size_t{16} << 20);
}

TEST(CrdBudget, RepeatedAnnotationsWithNothingInThemCostNothing) {
  base::Arena arena;
  EXPECT_TRUE(crd::Convert(Annotated(5'000, 2'000, "{}"), arena).ok());
  EXPECT_LT(arena.peak_bytes(), std::size_t{1} << 20);
}

TEST(CrdBudget, BoundsMessagesOfOldServers) {
  base::Arena arena;
  const std::string text = Shared(3, 2, "{}");
  const auto verdict = crd::EvaluateInternal(text, arena);
  ASSERT_TRUE(verdict.ok());
  EXPECT_EQ(2u, verdict->violations.size());
}

crd::EvaluationResult VerdictOf(std::string_view text) {
  base::Arena arena;
  const auto decoded = crd::Decode(text, arena);
  EXPECT_TRUE(decoded.ok());
  return crd::Evaluate(*decoded, arena);
}

// In v1, each version has its own copy of the schema, so each violation must be reported once for each version.
TEST(CrdBudget, ReportsASharedSchemaForEachVersion) {
  std::string shared = Shared(12, 2, "{}");
  const std::string_view object = R"({"type":"object",)";
  shared.replace(shared.find(object), object.size(),
                 R"({"type":"object","anyOf":[{"properties":{"spec.versions[0]":{"minimum":1}}}],)");
  base::Arena arena;
  const auto converted = crd::Convert(shared, arena);
  ASSERT_TRUE(converted.ok());
  const auto verdict = VerdictOf(shared);
  EXPECT_EQ(12u * 3, verdict.violations.size());
  EXPECT_EQ(VerdictOf(converted->v1()).condition, verdict.condition);
}

TEST(CrdBudget, AnUpgradeIsAcceptedByAServer) {
  EXPECT_EQ(base::ErrorCode::kLimitExceeded,
            CodeOf(fix::MakeUpgrade(Shared(3'000, 100, kString), fix::ChangeImpact::kWider)));
  const auto few = fix::MakeUpgrade(Shared(3, 100, kString), fix::ChangeImpact::kWider);
  ASSERT_TRUE(few.ok());
  EXPECT_EQ(0u, few->left);
}

// Each change in a plan contains its path, so long paths make a plan large. A plan that is too large is an error.
TEST(CrdBudget, APlanIsBounded) {
  const auto crd = [](int fields) {
    return Shared(
        1, 1, R"({"type":"object","properties":{")" + std::string(100'000, 'k') + R"(":)" + [&] {
          std::string schema = R"({"type":"object","properties":{)";
          for (int i = 0; i < fields; ++i) {
            schema.append(i == 0 ? "\"f" : ",\"f").append(std::to_string(i));
            schema += R"(":{"properties":{}})";
          }
          return schema + "}}";
        }() + "}}");
  };
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, CodeOf(fix::MakePlan(crd(500), fix::ChangeImpact::kWider)));
  EXPECT_TRUE(fix::MakePlan(crd(3), fix::ChangeImpact::kWider).ok());
}

// A plan holds the paths of all nodes from the root at the same time. For long paths it would need too much memory, so
// it is refused.
TEST(CrdBudget, APlanForLongPathsIsRefused) {
  std::string schema = "{}";
  const std::string key(10'000, 'k');
  for (int i = 0; i < 200; ++i) schema = R"({"type":"object","properties":{")" + key + R"(":)" + schema + "}}";
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, CodeOf(fix::MakePlan(Shared(1, 1, schema), fix::ChangeImpact::kWider)));
}

struct Repeated {
  std::string text;
  base::Arena arena;
  crd::JSONSchemaProps schema;
  bool ok;
  base::ErrorCode code = base::ErrorCode::kInternal;

  Repeated(int fields, int times, const std::string& again) {
    text = R"({"type":"object","properties":{)";
    for (int i = 0; i < fields; ++i) text.append(i == 0 ? "\"f" : ",\"f").append(std::to_string(i)).append("\":{}");
    text += "}";
    for (int i = 0; i < times; ++i) text += ",\"properties\":" + again;
    text += "}";
    json::JsonReader in(text, arena);
    crd::DecodeSchema(in, arena, schema);
    ok = in.AtEnd();
    if (!ok) code = in.error().code();
  }
};

// If a map occurs twice under one key, the decoder adds the members of the second one to the first one, as Go does.
TEST(CrdBudget, RepeatedKeysAreMerged) {
  const Repeated few(3, 2, R"({"f1":{"type":"string"},"g":{}})");
  ASSERT_TRUE(few.ok);
  EXPECT_EQ(4u, few.schema.properties.size());
  EXPECT_EQ("string", few.schema.properties.Find("f1")->type);
}

TEST(CrdBudget, RepeatedKeysOfLargeMapsAreBounded) {
  const Repeated many(5'000, 2'000, R"({"a":{}})");
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, many.code);
  EXPECT_LT(many.arena.peak_bytes(), std::size_t{16} << 20);
}

TEST(CrdBudget, ARepetitionWithNothingInItCostsNothing) {
  const Repeated many(5'000, 2'000, "{}");
  ASSERT_TRUE(many.ok);
  EXPECT_EQ(5'000u, many.schema.properties.size());
}

// An older release does not have some of the fields, so they are removed from a copy of the schema. All versions must
// share one copy.
TEST(CrdBudget, AnOlderReleaseCopiesASharedSchemaOnce) {
  const auto bytes_for = [](validate::Release release) {
    base::Arena arena;
    const auto verdict =
        validate::ValidateCreate(Shared(2'000, 2'000, R"({"type":"string","example":1})"), arena, {.release = release});
    EXPECT_TRUE(verdict.ok() && verdict->valid());
    return arena.peak_bytes();
  };
  EXPECT_LT(bytes_for(*validate::Release::Named("1.16")), 3 * bytes_for({}));
}

// The schema has many errors about keys, each of which lists all keys. Their text is cut off at the budget.
TEST(CrdBudget, TheErrorsOfAServerAreCutShort) {
  const auto errors_of = [](int keys) {
    std::string names;
    for (int i = 0; i < keys; ++i) names.append(i == 0 ? "\"k" : ",\"k").append(std::to_string(i)).append("\"");
    base::Arena arena;
    const auto verdict = validate::ValidateCreate(
        Shared(1, 1,
               R"({"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":[)" + names +
                   R"(],"items":{"type":"object"}})"),
        arena);
    EXPECT_TRUE(verdict.ok());
    return verdict->errors;
  };
  const auto few = errors_of(10), many = errors_of(5'000);
  EXPECT_EQ(10, few.size());
  EXPECT_EQ(base::kTruncated, many.back().Text());
  std::size_t bytes = 0;
  for (const auto& error : many) bytes += error.Text().size();
  EXPECT_LE(bytes, base::OutputBudget::kMaxKeptBytes + base::kTruncated.size());
}

// Each rule has more than a million parts, because it has 17 nested calls of the macro optMap, which repeats its
// target.
TEST(CrdBudget, ThousandsOfExpressionsWithAMillionPartsAreNotCompiled) {
  std::string rule = "optional.of(self)";
  for (int i = 0; i < 17; ++i) rule += ".optMap(x, x)";
  std::string type = R"({"type":"string","x-kubernetes-validations":[{"rule":"true"})";
  for (int i = 0; i < 1'000; ++i) type += ",{\"rule\":\"" + rule + ".hasValue()\"}";
  base::Arena arena;
  const auto verdict = validate::ValidateCreate(Shared(1, 1, type + "]}"), arena);
  ASSERT_TRUE(verdict.ok());
  ASSERT_EQ(1'000u, verdict->errors.size());
  constexpr std::string_view kTooMany = "the expressions of the CRD have more than 4000000 parts";
  EXPECT_FALSE(verdict->errors.front().Text().ends_with(kTooMany));
  EXPECT_TRUE(verdict->errors.back().Text().ends_with(kTooMany));
}

}  // namespace budget_test
}  // namespace structural::test
