// Tests of updates: a validation error of the new CRD is reported only if the stored CRD does not have the same error.
#include "webhook/admission_validator.h"

#include <ctime>

#include <gtest/gtest.h>

namespace structural::webhook {
namespace admission_validator_test {

using compatibility::RuleViolation;

constexpr std::string_view kOld =
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"old"}})";
constexpr std::string_view kNew =
    R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"new"}})";
// The maximum number of errors in a CRD that an API server can store. A comparison of each new error with each old one
// would exceed the time limit of the test.
constexpr int kMany = 300'000;

RuleViolation Forbidden(std::string field) {
  return {"some-rule", {"some-rule", kubernetes::ForbiddenError({std::move(field)}, "")}};
}

std::vector<RuleViolation> Violations(std::string_view crd) {
  std::vector<RuleViolation> all;
  for (int i = 0; i < kMany; ++i) {
    all.push_back(Forbidden("spec.versions[0].schema.openAPIV3Schema.p" + std::to_string(i)));
  }
  if (crd == kNew) all.push_back(Forbidden("spec.new"));
  return all;
}

TEST(AdmissionValidator, ErrorsOfTheStoredCrdDoNotCount) {
  AdmissionRequest request;
  request.operation = "UPDATE";
  request.group = "apiextensions.k8s.io";
  request.resource = "customresourcedefinitions";
  request.object = kNew;
  request.old_object = kOld;
  Rules rules;
  rules.policy = compatibility::Policy::kServer;
  rules.further_checks = Violations;
  base::Arena arena;
  const std::clock_t begin = std::clock();
  const auto decision = Decide(request, rules, arena);
  ASSERT_TRUE(decision.ok()) << decision.error().message();
  EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 30);
  ASSERT_EQ(1u, decision->refused.size());
  EXPECT_EQ("spec.new: Forbidden", decision->refused[0].error.Text());
}

}  // namespace admission_validator_test
}  // namespace structural::webhook
