// Tests that the cost of a comparison is limited. The cost is the number of visited nodes, instead of time.
#include <gtest/gtest.h>

#include "crds.h"
#include "schema/compare/compare.h"
#include "schema/compare/obligations.h"
#include "schema/crd/model/decode.h"
#include "schema/json/reader.h"

namespace structural::test {
namespace effort_test {

// Returns a schema with `fields` object fields. The first `changed` of them have a different maximum.
std::string Schema(int fields, int changed) {
  std::string schema = R"({"type":"object","properties":{)";
  for (int i = 0; i < fields; ++i) {
    schema += (i == 0 ? "\"f" : ",\"f") + std::to_string(i) +
              R"(":{"type":"object","properties":{"a":{"type":"integer","maximum":)";
    schema += std::to_string(i < changed ? 5 : 10) + "}}}";
  }
  return schema + "}}";
}

compare::Comparison Compared(const std::string& before, const std::string& after) {
  base::Arena arena;
  auto comparison = compare::Compare(CrdOf(before), CrdOf(after), arena);
  EXPECT_TRUE(comparison.ok());
  return *std::move(comparison);
}

TEST(CompareEffort, IsLinearInTheFields) {
  const std::size_t few = Compared(Schema(100, 0), Schema(100, 10)).spent_steps;
  const std::size_t many = Compared(Schema(1000, 0), Schema(1000, 10)).spent_steps;
  EXPECT_GT(many, 9 * few);
  EXPECT_LT(many, 11 * few);
}

TEST(CompareEffort, DoesNotDependOnTheChanges) {
  const auto one = Compared(Schema(500, 0), Schema(500, 1));
  const auto all = Compared(Schema(500, 0), Schema(500, 500));
  EXPECT_EQ(1u, one.changes.size());
  EXPECT_EQ(500u, all.changes.size());
  EXPECT_EQ(one.spent_steps, all.spent_steps);
  EXPECT_EQ(0u, Compared(Schema(500, 0), Schema(500, 0)).spent_steps);
}

// Returns a schema with `levels` nested levels of compositions. No branch is equal to another one.
std::string Compositions(int levels, const std::string& word) {
  if (levels == 0) return R"({"enum":[")" + word + R"("]})";
  std::string branches;
  for (int i = 0; i < 4; ++i) branches += (i == 0 ? "" : ",") + Compositions(levels - 1, word + std::to_string(i));
  return R"({"anyOf":[)" + branches + "]}";
}

TEST(CompareEffort, OfHostileBranchesIsBounded) {
  const auto spec = [](const std::string& word) {
    std::string schema = Compositions(6, word);
    return R"({"type":"string",)" + schema.substr(1);
  };
  const auto comparison = Compared(spec("a"), spec("b"));
  EXPECT_LT(comparison.spent_steps,
            static_cast<std::size_t>(2 * compare::ComparisonBudget::kMaxWork) / compare::ComparisonBudget::kStepUnits);
  ASSERT_EQ(1u, comparison.versions.size());
  EXPECT_EQ(compare::Effect::kOther, comparison.versions[0].effect);
}

// Returns a schema with `levels` nested levels. Each level has a schema for one key and another schema for all other
// keys, so the schema has 2^`levels` field paths.
std::string Keys(int levels, const std::string& leaf) {
  std::string all;
  for (int i = 0; i < levels; ++i) {
    std::string branch = leaf;
    for (int j = levels - 1; j >= 0; --j) {
      branch = j == i ? R"({"properties":{"k":)" + branch + "}}" : R"({"additionalProperties":)" + branch + "}";
    }
    all += (i == 0 ? "" : ",") + branch;
  }
  return R"({"type":"object","x-kubernetes-preserve-unknown-fields":true,"allOf":[)" + all + "]}";
}

TEST(CompareEffort, OfHostileKeysIsBounded) {
  const auto comparison = Compared(Keys(40, R"({"maximum":5})"), Keys(40, R"({"maximum":4})"));
  EXPECT_FALSE(comparison.complete);
  EXPECT_EQ(compare::Effect::kOther, comparison.versions[0].effect);
}

TEST(CompareEffort, DeepSchemas) {
  std::string before = R"({"type":"string"})", after = R"({"type":"integer"})";
  for (int i = 0; i < 400; ++i) {
    before = R"({"type":"object","properties":{"a":)" + before + "}}";
    after = R"({"type":"object","properties":{"a":)" + after + "}}";
  }
  const auto comparison = Compared(before, after);
  EXPECT_TRUE(comparison.complete);
  ASSERT_EQ(1u, comparison.changes.size());
  EXPECT_EQ("type", comparison.changes[0].keyword);
}

// Returns a schema with `fields` fields, each of which has the maximum length `limit`. The schema also has nested
// branches of oneOf, which each object must satisfy.
std::string FieldsBesideOneOf(int fields, int limit) {
  std::string properties, branches;
  for (int i = 0; i < fields; ++i)
    properties += (i == 0 ? "\"f" : ",\"f") + std::to_string(i) + R"(":{"type":"string","maxLength":)" +
                  std::to_string(limit) + "}";
  const auto branch = [](const std::string& word) { return R"({"properties":{"f0":{"pattern":"^)" + word + R"("}}})"; };
  for (int i = 0; i < 256; ++i) {
    if (i % 16 == 0) branches += i == 0 ? R"({"oneOf":[)" : R"(]},{"oneOf":[)";
    branches += (i % 16 == 0 ? "" : ",") + branch("a" + std::to_string(i));
  }
  return R"({"type":"object","properties":{)" + properties + R"(},"oneOf":[)" + branches + "]}]}";
}

compare::Comparison Searched(const std::string& before, const std::string& after) {
  base::Arena arena;
  auto comparison = compare::Compare(CrdOf(before), CrdOf(after), arena);
  EXPECT_TRUE(comparison.ok());
  compare::FindWitnesses(CrdOf(before), CrdOf(after), *comparison, arena);
  return *std::move(comparison);
}

TEST(CompareEffort, BoundsTheSearch) {
  const auto few = Searched(FieldsBesideOneOf(3, 9), FieldsBesideOneOf(3, 8));
  EXPECT_TRUE(few.search_completed);
  const auto many = Searched(FieldsBesideOneOf(600, 9), FieldsBesideOneOf(600, 8));
  EXPECT_TRUE(many.complete);
  EXPECT_FALSE(many.search_completed);
  ASSERT_EQ(600u, many.changes.size());
  EXPECT_FALSE(many.changes.back().certain());
}

// Returns a CRD in v1beta1. Its versions share one schema.
std::string Shared(int versions, int fields, int limit) {
  std::string all, properties;
  for (int i = 0; i < versions; ++i)
    all += (i == 0 ? R"({"name":"v)" : R"(,{"name":"v)") + std::to_string(i) + R"(","served":true,"storage":)" +
           (i == 0 ? "true}" : "false}");
  for (int i = 0; i < fields; ++i)
    properties += (i == 0 ? "\"f" : ",\"f") + std::to_string(i) + R"(":{"type":"string","maxLength":)" +
                  std::to_string(limit) + "}";
  return R"({"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"CustomResourceDefinition","metadata":{"name":"foos.example.com"},)"
         R"("spec":{"group":"example.com","scope":"Namespaced","preserveUnknownFields":false,"names":{"plural":"foos","kind":"Foo"},)"
         R"("versions":[)" +
         all + R"(],"validation":{"openAPIV3Schema":{"type":"object","properties":{)" + properties + "}}}}}";
}

TEST(CompareEffort, OfManyVersionsIsBounded) {
  base::Arena arena;
  const auto few = compare::Compare(Shared(10, 100, 9), Shared(10, 100, 8), arena);
  ASSERT_TRUE(few.ok());
  EXPECT_TRUE(few->complete);
  EXPECT_EQ(10u, few->versions.size());
  const auto many = compare::Compare(Shared(1'000, 1'000, 9), Shared(1'000, 1'000, 8), arena);
  ASSERT_TRUE(many.ok());
  EXPECT_FALSE(many->complete);
  EXPECT_LE(many->spent_steps,
            static_cast<std::size_t>(compare::ComparisonBudget::kMaxTotalWork) / compare::ComparisonBudget::kStepUnits);
}

// The value 5 is invalid, since it satisfies the branch of `not`. If no work is left to check that branch, the branch
// counts as failed, but the value must not become valid by that.
TEST(CompareEffort, WithoutWorkNoValueIsAccepted) {
  base::Arena arena;
  json::JsonReader in(R"({"not":{"maximum":5}})", arena);
  crd::JSONSchemaProps props;
  crd::DecodeSchema(in, arena, props);
  const auto place = compare::ConjunctsOf({objects::CompileChecks(props, arena)});
  const auto accepts = [&](std::int64_t value, std::int64_t units) {
    base::WorkBudget work(units);
    return compare::Accepts(place, json::Value::Int(value), work);
  };
  EXPECT_TRUE(accepts(6, 100));
  EXPECT_FALSE(accepts(5, 100));
  EXPECT_FALSE(accepts(5, 12));
}

}  // namespace effort_test
}  // namespace structural::test
