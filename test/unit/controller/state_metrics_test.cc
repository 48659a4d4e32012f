#include "controller/state_metrics.h"

#include <gtest/gtest.h>

#include "test/support/fake_clock.h"

namespace structural::controller {
namespace state_metrics_test {

crd::CustomResourceDefinition Crd(std::string_view name) {
  crd::CustomResourceDefinition crd;
  crd.metadata.name = name;
  crd.versions = {{.name = "v1"}, {.name = "v2"}};
  return crd;
}

crd::EvaluationResult Violating(const std::string& field, int times) {
  crd::EvaluationResult verdict;
  for (int i = 0; i < times; ++i) {
    verdict.violations.push_back(kubernetes::Required("rule-a", kubernetes::FieldPath(field), "x"));
  }
  return verdict;
}

// Returns the series of the metrics, each as "crd/version/rule=count".
std::vector<std::string> Series(const ViolationMetrics& metrics) {
  std::vector<std::string> found;
  for (const auto& family : metrics.Collect()) {
    for (const auto& metric : family.metric) {
      std::string text = family.name.substr(family.name.rfind('_') + 1) + ":";
      for (const auto& label : metric.label) text += label.value + "/";
      found.push_back(text + "=" + std::to_string(static_cast<int>(metric.gauge.value)));
    }
  }
  return found;
}

TEST(ViolationMetricsTest, CountByVersionAndRuleAndForget) {
  ViolationMetrics metrics;
  metrics.OnEvaluated(Crd("a"), Violating("spec.versions[1].schema.openAPIV3Schema.type", 2));
  metrics.OnEvaluated(Crd("b"), Violating("spec.preserveUnknownFields", 1));
  EXPECT_EQ((std::vector<std::string>{"violations:a/v2/rule-a/=2", "violations:b//rule-a/=1", "omitted:=0"}),
            Series(metrics));
  metrics.OnEvaluated(Crd("a"), {});
  metrics.OnCrdDeleted("b");
  EXPECT_EQ(std::vector<std::string>{"omitted:=0"}, Series(metrics));
}

TEST(ViolationMetricsTest, HaveABound) {
  ViolationMetrics metrics(3);
  for (int i = 0; i < 5; ++i) metrics.OnEvaluated(Crd(std::to_string(i)), Violating("spec", 1));
  EXPECT_EQ(4u, Series(metrics).size());
  EXPECT_EQ("omitted:=2", Series(metrics).back());
}

TEST(StateMetricsTest, ShowTheStoreAndTheQueue) {
  test::FakeClock clock;
  Store store(Store::kMaxPendingBytes, 3);
  WorkQueue queue(clock);
  const WatchStats watch(clock);
  for (const char* name : {"a", "b", "c"}) {
    store.Update({.name = name, .uid = "u", .resource_version = "1"}, "{}", {});
    for (int i = 0; i < 2; ++i) queue.Add(name);
  }
  store.Update({.name = "d", .uid = "u", .resource_version = "1"}, "{}", {});
  store.SetState("a", State::kStructural);
  store.SetState("b", State::kNonStructural);
  ASSERT_EQ("a", queue.Get());
  clock.Advance(std::chrono::seconds(3));
  std::map<std::string, double> values;
  for (const auto& family : StateMetrics(store, queue, watch).Collect()) {
    for (const auto& metric : family.metric) {
      const std::string label = metric.label.empty() ? "" : metric.label.front().value;
      values[family.name + "/" + label] =
          family.type == prometheus::MetricType::Counter ? metric.counter.value : metric.gauge.value;
    }
  }
  EXPECT_EQ(1, values["structural_crds/structural"]);
  EXPECT_EQ(1, values["structural_crds/non_structural"]);
  EXPECT_EQ(1, values["structural_crds/unknown"]);
  EXPECT_EQ(1, values["structural_crds_left_out_total/"]);
  EXPECT_EQ(2, values["workqueue_depth/nonstructuralschema"]);
  EXPECT_EQ(3, values["workqueue_adds_total/nonstructuralschema"]);
  EXPECT_TRUE(values.contains("reflector_lists_total/customresourcedefinitions"));
  EXPECT_EQ(3, values["workqueue_unfinished_work_seconds/nonstructuralschema"]);
  EXPECT_EQ(3, values["workqueue_longest_running_processor_seconds/nonstructuralschema"]);
}

TEST(WorkQueueTimesTest, ANameIsOldSinceItWasFirstAdded) {
  test::FakeClock clock;
  WorkQueue queue(clock);
  queue.Add("a");
  const auto added = clock.Now();
  clock.Advance(std::chrono::seconds(1));
  Clock::Monotonic since;
  queue.Get(&since);
  EXPECT_EQ(added, since);
  queue.AddRateLimited("a");
  queue.Done("a");
  EXPECT_FALSE(queue.IsIdle());
  queue.Get(&since);
  EXPECT_EQ(added, since) << "a failure does not make it new";
  queue.Forget("a");
  queue.Done("a");
  EXPECT_TRUE(queue.IsIdle());
  queue.Add("a");
  queue.Get(&since);
  EXPECT_LT(added, since);
}

}  // namespace state_metrics_test
}  // namespace structural::controller
