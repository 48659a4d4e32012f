// Tests of `structural generate` for CRDs whose code would be many times as long as the CRD.
#include <string>

#include <gtest/gtest.h>

#include "schema/base/output_budget.h"
#include "schema/generate/kind.h"

namespace structural::cli {
namespace generate_budget_test {

std::string Fields(int count, const std::string& schema) {
  std::string fields;
  for (int i = 0; i < count; ++i)
    fields.append(i == 0 ? "\"f" : ",\"f").append(std::to_string(i)).append("\":").append(schema);
  return R"({"type":"object","properties":{)" + fields + "}}";
}

std::string Crd(int versions, const std::string& schema) {
  std::string crd = R"({"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"CustomResourceDefinition",)"
                    R"("metadata":{"name":"as.example.com"},"spec":{"group":"example.com",)"
                    R"("names":{"plural":"as","kind":"A"},"scope":"Cluster","preserveUnknownFields":false,)"
                    R"("validation":{"openAPIV3Schema":)" +
                    schema + R"(},"versions":[)";
  for (int i = 1; i <= versions; ++i)
    crd.append(i == 1 ? "" : ",").append(R"({"name":"v)" + std::to_string(i) + R"(","served":true})");
  return crd + "]}}";
}

TEST(GenerateBudget, LongNamesAreRefused) {
  const std::string key(100'000, 'k');
  const auto schema = [&](int fields) {
    return R"({"type":"object","properties":{")" + key + "\":" + Fields(fields, Fields(1, R"({"type":"string"})")) +
           "}}";
  };
  base::Arena arena;
  const auto many = generate::ReadKinds(Crd(1, schema(500)), arena);
  ASSERT_TRUE(many.ok());
  EXPECT_EQ(nullptr, many->front().schema);
  ASSERT_EQ(1u, many->front().refusal_reasons.size());
  EXPECT_NE(std::string::npos, many->front().refusal_reasons.front().find("long names"));
  const auto few = generate::ReadKinds(Crd(1, schema(3)), arena);
  ASSERT_TRUE(few.ok());
  EXPECT_NE(nullptr, few->front().schema);
}

TEST(GenerateBudget, ViolationsOfAllVersionsAreBounded) {
  base::Arena arena;
  const auto kinds = generate::ReadKinds(Crd(60, Fields(2'000, "{}")), arena);
  ASSERT_TRUE(kinds.ok());
  std::size_t bytes = 0;
  for (const generate::Kind& kind : *kinds) {
    EXPECT_FALSE(kind.refusal_reasons.empty());
    for (const std::string& reason : kind.refusal_reasons) bytes += reason.size();
  }
  EXPECT_LE(bytes, base::OutputBudget::kMaxKeptBytes + kinds->size() * base::kTruncated.size());
  EXPECT_EQ(base::kTruncated, kinds->back().refusal_reasons.back());
}

TEST(GenerateBudget, SharedSchemasAreNotCopied) {
  base::Arena arena;
  const auto kinds = generate::ReadKinds(Crd(3'000, Fields(1'000, R"({"type":"string"})")), arena);
  ASSERT_FALSE(kinds.ok());
  EXPECT_EQ(base::ErrorCode::kLimitExceeded, kinds.error().code());
}

}  // namespace generate_budget_test
}  // namespace structural::cli
