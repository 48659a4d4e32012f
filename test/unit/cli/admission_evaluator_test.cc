#include "cli/report/stored/admission_evaluator.h"

#include <string>

#include <gtest/gtest.h>

#include "schema/json/value.h"

namespace structural::cli {
namespace admission_evaluator_test {

const StoredKind kGadget{.crd = "gadgets.example.com",
                         .group = "example.com",
                         .version = "v1",
                         .plural = "gadgets",
                         .kind = "Gadget",
                         .preserves_unknown_fields = true};

// Returns a CRD of gadgets with this schema. The CRD preserves unknown fields.
std::string Keeping(const std::string& schema) {
  return R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "gadgets.example.com"}, "spec": {"group": "example.com",
             "scope": "Cluster", "names": {"plural": "gadgets", "kind": "Gadget"},
             "preserveUnknownFields": true, "versions": [{"name": "v1", "served": true,
             "storage": true, "schema": {"openAPIV3Schema": )" +
         schema + "}}]}}";
}

std::vector<std::string> Lost(AdmissionEvaluatorOptions options) {
  const auto evaluator = NewAdmissionEvaluator(
      Keeping(R"({"type": "object", "properties": {"a": {"type": "string"}}})"), kGadget, options);
  EXPECT_TRUE(evaluator.ok());
  base::Arena arena;
  const auto object = json::Parser(arena).Parse(
      R"({"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "x"}, "a": "1", "b": 2})");
  return (*evaluator)->EvaluateWrite(*object, arena).lost;
}

TEST(AdmissionEvaluatorTest, UnknownFieldsAreLostIfTheCrdIsToPrune) {
  EXPECT_EQ(std::vector<std::string>(), Lost({}));
  EXPECT_EQ(std::vector<std::string>{"b"}, Lost({.prunes = true}));
  EXPECT_EQ(std::vector<std::string>(), Lost({.ignore_lost = true, .prunes = true}));
}

TEST(AdmissionEvaluatorTest, NoServerPrunesByASchemaThatIsNotStructural) {
  const std::string crd = Keeping(R"({"properties": {"a": {"minimum": 1}}})");
  EXPECT_TRUE(NewAdmissionEvaluator(crd, kGadget).ok());
  const auto evaluator = NewAdmissionEvaluator(crd, kGadget, {.prunes = true});
  ASSERT_FALSE(evaluator.ok());
  EXPECT_TRUE(evaluator.error().message().starts_with("the API server prunes only by structural schemas: spec."))
      << evaluator.error().message();
}

}  // namespace admission_evaluator_test
}  // namespace structural::cli
