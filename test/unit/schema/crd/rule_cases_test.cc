// cases/rules/RULE.json: {name, schema, errors | structuralError}. The texts are Kubernetes' own.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "schema/crd/model/decode.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/catalog.h"
#include "schema/crd/rules/validate.h"
#include "schema/kubernetes/violation.h"
#include "test/support/cases.h"

namespace structural::test {
namespace rule_cases_test {

// The result of evaluating one schema: violations, or the reason why the schema has no structural form.
struct Answer {
  std::vector<kubernetes::Violation> violations;
  std::optional<crd::NotRepresentable> structural_error;
};

Answer EvaluateSchemaText(const std::string& text) {
  base::Arena arena;
  json::JsonReader in(text, arena);
  crd::JSONSchemaProps schema;
  crd::DecodeSchema(in, arena, schema);
  if (!in.AtEnd()) throw std::runtime_error(in.error().message());
  auto structural = crd::NewStructural(schema, arena);
  if (auto* reason = std::get_if<crd::NotRepresentable>(&structural)) return {{}, *reason};
  return {crd::ValidateStructural(kubernetes::FieldPath("$"), *std::get<0>(structural)), {}};
}

std::vector<std::string> Texts(const Answer& answer) {
  std::vector<std::string> texts;
  for (const auto& violation : answer.violations) texts.push_back(violation.Text().substr(1));
  return texts;
}

class RuleCase : public testing::TestWithParam<Case> {};

TEST_P(RuleCase, HasKubernetesErrors) {
  const Case& c = GetParam();
  const Answer answer = EvaluateSchemaText(c.data.at("schema").dump());
  if (c.data.contains("structuralError")) {
    ASSERT_TRUE(answer.structural_error);
    EXPECT_EQ(c.data.at("structuralError"), answer.structural_error->text);
    const auto* rule = crd::FindUnsupported(answer.structural_error->keyword);
    ASSERT_NE(nullptr, rule);
    EXPECT_EQ(c.file, rule->id);
    return;
  }
  ASSERT_FALSE(answer.structural_error) << answer.structural_error->text;
  EXPECT_EQ(c.data.at("errors").get<std::vector<std::string>>(), Texts(answer));
}

INSTANTIATE_TEST_SUITE_P(Data, RuleCase, testing::ValuesIn(LoadCases("rules")), CaseName);

// Each rule in the catalog must have a file of cases. At least one case must break the rule, and at least one must not.
TEST(RuleCases, HaveAnInvalidAndAValidSchemaForEachRule) {
  std::set<std::string> broken, kept;
  for (const Case& c : LoadCases("rules")) {
    const Answer answer = EvaluateSchemaText(c.data.at("schema").dump());
    const bool found = answer.structural_error ||
                       std::ranges::any_of(answer.violations, [&](const auto& v) { return v.rule == c.file; });
    (found ? broken : kept).insert(c.file);
  }
  for (const crd::Rule* rule : crd::AllRules()) {
    if (rule->id == "preserve-unknown-fields") continue;  // a rule about CRDs, not schemas: crd_cases_test.cc tests it
    EXPECT_TRUE(broken.contains(std::string(rule->id))) << "no case breaks " << rule->id;
    EXPECT_TRUE(kept.contains(std::string(rule->id))) << "no case keeps " << rule->id;
  }
}

}  // namespace rule_cases_test
}  // namespace structural::test
