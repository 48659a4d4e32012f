// cases/expressions/releases.json: {name, rule, new, stored}. `new` has the releases that accept the rule at the root
// of a new schema, refuse it, or estimate its cost as too high. `stored` has the same if the stored CRD has the rule,
// too. hack/update/cel-functions writes the file with the code of these releases.
#include <gtest/gtest.h>

#include "cli/batch/batch.h"
#include "schema/kubernetes/releases.h"
#include "test/support/cases.h"

namespace structural::test {
namespace expression_release_test {

using nlohmann::json;

constexpr int kFirstMinor = 25, kLastMinor = kubernetes::kNewestMinor;
constexpr const char* kOutcomes[] = {"accepted", "costly", "refused"};

json Crd(const std::string& rule) {
  static const json crd = json::parse(R"({
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "foos.example.com"},
    "spec": {"group": "example.com", "scope": "Namespaced",
      "names": {"plural": "foos", "singular": "foo", "kind": "Foo", "listKind": "FooList"},
      "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object",
        "properties": {
          "s": {"type": "string", "maxLength": 10}, "namespace": {"type": "string", "maxLength": 10},
          "a-b": {"type": "string", "maxLength": 10}, "i": {"type": "integer"}, "d": {"type": "number"},
          "b": {"type": "boolean"}, "l": {"type": "array", "maxItems": 3, "items": {"type": "integer"}},
          "x": {"x-kubernetes-int-or-string": true}, "u": {"type": "string"},
          "n": {"type": "array", "items": {"type": "string"}}}}}}]}})");
  json made = crd;
  made["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["x-kubernetes-validations"] = {{{"rule", rule}}};
  return made;
}

// Reports whether the spans, such as "1.25-1.28, 1.30", contain the release 1.`minor`.
bool Names(const std::string& spans, int minor) {
  std::istringstream in(spans);
  for (std::string span; std::getline(in, span, ',');) {
    const auto dash = span.find('-');
    const int first = std::stoi(span.substr(span.find('.') + 1));
    const int last = dash == std::string::npos ? first : std::stoi(span.substr(span.find('.', dash) + 1));
    if (first <= minor && minor <= last) return true;
  }
  return false;
}

std::string Expected(const json& verdicts, int minor) {
  for (const char* outcome : kOutcomes) {
    if (Names(verdicts.value(outcome, ""), minor)) return outcome;
  }
  return "no outcome";
}

std::string OutcomeOf(const json& errors) {
  std::string outcome = "accepted";
  for (const std::string error : errors) {
    if (error.find(": Forbidden: ") == std::string::npos) return "refused";
    outcome = "costly";
  }
  return outcome;
}

json ErrorsOf(const std::string& rule, bool stored, int minor) {
  json line = {{"new", Crd(rule)}, {"kubernetesVersion", "1." + std::to_string(minor)}};
  if (stored) line["old"] = line["new"];
  base::Arena arena;
  const auto answer = cli::AnswerValidateLine(line.dump(), arena);
  EXPECT_TRUE(answer.ok()) << answer.error().message();
  return answer.ok() ? json::parse(*answer).at("errors") : json();
}

class ExpressionRelease : public testing::TestWithParam<Case> {};

TEST_P(ExpressionRelease, HasTheResultOfEachRelease) {
  const json& data = GetParam().data;
  for (int minor = kFirstMinor; minor <= kLastMinor; ++minor) {
    for (const bool stored : {false, true}) {
      const json errors = ErrorsOf(data.at("rule"), stored, minor);
      EXPECT_EQ(Expected(data.at(stored ? "stored" : "new"), minor), OutcomeOf(errors))
          << "1." << minor << (stored ? " stored " : " new ") << data.at("rule") << errors;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Data, ExpressionRelease, testing::ValuesIn(LoadCases("expressions")), CaseName);

}  // namespace expression_release_test
}  // namespace structural::test
