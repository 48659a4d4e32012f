// cases/e2e: {name, steps: [{do, spec, condition}]}, the KEP's test plan on a real API server. After each step, the CRD
// has exactly that condition, and its other conditions are unchanged.
#include <gtest/gtest.h>

#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/support/cases.h"

namespace structural::e2e {
namespace steps_test {

constexpr const char* kName = "widgets.e2e.example.com";

json CrdOf(const json& step) {
  json crd = {{"apiVersion", step.value("apiVersion", "apiextensions.k8s.io/v1beta1")},
              {"kind", "CustomResourceDefinition"},
              {"metadata", {{"name", kName}}},
              {"spec",
               {{"group", "e2e.example.com"},
                {"scope", "Namespaced"},
                {"names", {{"plural", "widgets"}, {"kind", "Widget"}}}}}};
  crd["spec"].update(step.at("spec"));
  return crd;
}

// Returns the parts of the condition that a step specifies. Other tests check the time.
json WithoutTypeAndTime(json condition) {
  if (condition.is_object()) {
    condition.erase("type");
    condition.erase("lastTransitionTime");
  }
  return condition;
}

json Others(const json& crd) {
  json others = json::object();
  for (const json& condition : crd.at("status").at("conditions")) {
    if (condition.at("type") != "NonStructuralSchema") others[condition.at("type").get<std::string>()] = condition;
  }
  return others;
}

void Do(Cluster& cluster, const json& step) {
  if (step.at("do") == "create") {
    cluster.Create(CrdOf(step));
  } else if (step.at("do") == "update") {
    cluster.Replace(CrdOf(step));
  } else {
    cluster.Delete(kName);
  }
}

class StepsCase : public ApiServerTest<testing::TestWithParam<test::Case>> {};

TEST_P(StepsCase, EndsEachStepWithTheCondition) {
  Cluster cluster;
  const auto controller = StartController(cluster);
  json others;
  for (const json& step : GetParam().data.at("steps")) {
    SCOPED_TRACE(step.dump());
    Do(cluster, step);
    if (step.at("do") == "delete") {
      others = nullptr;
      continue;
    }
    const std::int64_t generation = cluster.Get(kName).at("metadata").at("generation");
    const json crd = cluster.WaitFor(kName, "the condition of the step", [&](const json& now) {
      return now.at("metadata").at("generation") >= generation && IsEstablished(now) &&
             WithoutTypeAndTime(ConditionOf(now)) == step.at("condition");
    });
    if (step.at("do") == "update") {
      EXPECT_EQ(others, Others(crd));
    }
    others = Others(crd);
  }
  controller->Signal(SIGTERM);
  EXPECT_EQ(0, controller->WaitForExit()) << controller->Output();
}

INSTANTIATE_TEST_SUITE_P(Data, StepsCase, testing::ValuesIn(test::LoadCases("e2e")), test::CaseName);

}  // namespace steps_test
}  // namespace structural::e2e
