#include <string>

#include <gtest/gtest.h>

#include "cli/report/stored/judge.h"
#include "schema/json/value.h"

namespace structural::cli {
namespace stored_judge_test {

const StoredKind kGadget{.crd = "gadgets.example.com",
                         .group = "example.com",
                         .version = "v1",
                         .plural = "gadgets",
                         .kind = "Gadget",
                         .preserves = true};

// Returns a CRD of gadgets with this schema that preserves unknown fields.
std::string Keeping(const std::string& schema) {
  return R"({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "gadgets.example.com"}, "spec": {"group": "example.com",
             "scope": "Cluster", "names": {"plural": "gadgets", "kind": "Gadget"},
             "preserveUnknownFields": true, "versions": [{"name": "v1", "served": true,
             "storage": true, "schema": {"openAPIV3Schema": )" +
         schema + "}}]}}";
}

std::vector<std::string> Lost(AdmissionEvaluatorOptions options) {
  const auto judge = NewAdmissionEvaluator(Keeping(R"({"type": "object", "properties": {"a": {"type": "string"}}})"),
                                           kGadget, options);
  EXPECT_TRUE(judge.ok());
  base::Arena arena;
  const auto object = json::Parser(arena).Parse(
      R"({"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "x"}, "a": "1", "b": 2})");
  return (*judge)->EvaluateWrite(*object, arena).lost;
}

TEST(AdmissionJudgeTest, UnknownFieldsAreLostIfTheCrdIsToPrune) {
  EXPECT_EQ(std::vector<std::string>(), Lost({}));
  EXPECT_EQ(std::vector<std::string>{"b"}, Lost({.prunes = true}));
  EXPECT_EQ(std::vector<std::string>(), Lost({.ignore_lost = true, .prunes = true}));
}

TEST(AdmissionJudgeTest, NoServerPrunesByASchemaThatIsNotStructural) {
  const std::string crd = Keeping(R"({"properties": {"a": {"minimum": 1}}})");
  EXPECT_TRUE(NewAdmissionEvaluator(crd, kGadget).ok());
  const auto judge = NewAdmissionEvaluator(crd, kGadget, {.prunes = true});
  ASSERT_FALSE(judge.ok());
  EXPECT_TRUE(judge.error().message().starts_with("the API server prunes only by structural schemas: spec."))
      << judge.error().message();
}

}  // namespace stored_judge_test
}  // namespace structural::cli
