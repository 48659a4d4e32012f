#include "controller/state_metrics.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "controller/process_metrics.h"

namespace structural::controller {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr std::string_view kVersions = "spec.versions[";

// Returns the CRD's version to which a violation belongs; empty if it belongs to the whole CRD.
std::string VersionOf(const crd::CustomResourceDefinition& crd, std::string_view field) {
  if (!field.starts_with(kVersions)) return "";
  std::size_t index = 0;
  field.remove_prefix(kVersions.size());
  std::from_chars(field.data(), field.data() + field.size(), index);
  return index < crd.versions.size() ? std::string(crd.versions[index].name) : "";
}

ClientMetric Gauge(std::vector<ClientMetric::Label> labels, double value) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  return metric;
}

// Labels of the queue's metrics. They must equal those of the class Metrics, which has the other metrics of the queue.
const std::vector<ClientMetric::Label> kOfQueue = {{"controller", kControllerName}, {"name", kControllerName}};

MetricFamily OfQueue(const char* name, const char* help, double value) {
  return {name, help, MetricType::Gauge, {Gauge(kOfQueue, value)}};
}

MetricFamily AddsOf(const WorkQueue& queue) {
  ClientMetric metric;
  metric.label = kOfQueue;
  metric.counter.value = static_cast<double>(queue.adds());
  return {"workqueue_adds_total", "Items added to the queue.", MetricType::Counter, {metric}};
}

const std::vector<ClientMetric::Label> kOfReflector = {{"name", "customresourcedefinitions"}};

MetricFamily Counter(const char* name, const char* help, std::uint64_t count) {
  ClientMetric metric;
  metric.label = kOfReflector;
  metric.counter.value = static_cast<double>(count);
  return {name, help, MetricType::Counter, {metric}};
}

MetricFamily Gauge(const char* name, const char* help, double value) {
  ClientMetric metric;
  metric.label = kOfReflector;
  metric.gauge.value = value;
  return {name, help, MetricType::Gauge, {metric}};
}

MetricFamily Summary(const char* name, const char* help, const WatchStats::Sum& sum) {
  ClientMetric metric;
  metric.label = kOfReflector;
  metric.summary.sample_count = sum.count;
  metric.summary.sample_sum = sum.sum;
  return {name, help, MetricType::Summary, {metric}};
}

const char* NameOf(WatchStats::End end) {
  switch (end) {
    case WatchStats::End::kClosed: return "closed";
    case WatchStats::End::kBroken: return "broken";
    case WatchStats::End::kExpired: return "expired";
    case WatchStats::End::kError: break;
  }
  return "error";
}

MetricFamily Ends(const WatchStats::Totals& totals) {
  MetricFamily family{"structural_watch_ends_total", "Ended watches by reason.", MetricType::Counter, {}};
  for (const WatchStats::End end : WatchStats::kEnds) {
    ClientMetric metric;
    metric.label = {{"reason", NameOf(end)}};
    metric.counter.value = static_cast<double>(totals.ends[static_cast<std::size_t>(end)]);
    family.metric.push_back(metric);
  }
  return family;
}

double LastEvent(const WatchStats::Totals& totals) {
  return totals.last_event ? Seconds(totals.last_event->time_since_epoch()) : 0;
}

}  // namespace

void ViolationMetrics::OnEvaluated(const crd::CustomResourceDefinition& crd, const crd::EvaluationResult& verdict) {
  Counts counts;
  for (const kubernetes::Violation& violation : verdict.violations) {
    ++counts[{VersionOf(crd, violation.field()), violation.rule}];
  }
  const std::lock_guard lock(mutex_);
  if (counts.empty()) {
    by_crd_.erase(std::string(crd.metadata.name));
  } else {
    by_crd_.insert_or_assign(std::string(crd.metadata.name), std::move(counts));
  }
}

void ViolationMetrics::OnCrdDeleted(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto at = by_crd_.find(name); at != by_crd_.end()) by_crd_.erase(at);
}

std::vector<MetricFamily> ViolationMetrics::Collect() const {
  MetricFamily family{
      "structural_crd_violations", "Violations of a CRD's schemas by version and rule.", MetricType::Gauge, {}};
  std::size_t omitted = 0;
  const std::lock_guard lock(mutex_);
  for (const auto& [crd, counts] : by_crd_) {
    for (const auto& [of, count] : counts) {
      if (family.metric.size() == max_series_) {
        ++omitted;
        continue;
      }
      family.metric.push_back(Gauge({{"crd", crd}, {"version", of.first}, {"rule", std::string(of.second)}}, count));
    }
  }
  MetricFamily skipped = SingleValueFamily("structural_crd_violations_omitted",
                                           "Series of structural_crd_violations that exceed the limit and are omitted.",
                                           MetricType::Gauge, static_cast<double>(omitted));
  if (family.metric.empty()) return {skipped};
  return {family, skipped};
}

std::vector<MetricFamily> StateMetrics::Collect() const {
  const StoreTotals totals = store_.Totals();
  const auto of = [](const char* state, std::size_t count) {
    return Gauge({{"state", state}}, static_cast<double>(count));
  };
  const std::size_t evaluated = totals.structural + totals.non_structural + totals.structural_error;
  MetricFamily crds{"structural_crds",
                    "CustomResourceDefinitions by state.",
                    MetricType::Gauge,
                    {of("structural", totals.structural), of("non_structural", totals.non_structural),
                     of("structural_error", totals.structural_error), of("unknown", totals.crds - evaluated)}};
  double sum = 0, longest = 0;
  for (const auto& time : queue_.ProcessingTimes()) {
    const double seconds = std::chrono::duration<double>(time).count();
    sum += seconds;
    longest = std::max(longest, seconds);
  }
  std::vector<MetricFamily> families = WatchFamilies(watch_);
  const std::vector<MetricFamily> own = {
      crds,
      SingleValueFamily("structural_crds_left_out_total",
                        "Times that a CRD was skipped, because the cluster has too many.", MetricType::Counter,
                        static_cast<double>(totals.skipped)),
      AddsOf(queue_),
      OfQueue("workqueue_depth", "Items in the queue.", static_cast<double>(queue_.depth())),
      OfQueue("workqueue_unfinished_work_seconds",
              "Seconds of work in progress that the histogram does not include yet.", sum),
      OfQueue("workqueue_longest_running_processor_seconds", "Duration of the longest work in progress.", longest)};
  families.insert(families.end(), own.begin(), own.end());
  return families;
}

std::vector<MetricFamily> WatchFamilies(const WatchStats& watch) {
  const WatchStats::Totals totals = watch.Read();
  return {Counter("reflector_lists_total", "Reads of all objects.", totals.list_seconds.count),
          Summary("reflector_list_duration_seconds", "Duration of a read of all objects.", totals.list_seconds),
          Summary("reflector_items_per_list", "Objects per read.", totals.list_items),
          Counter("reflector_watches_total", "Watches that the server answered.", totals.watches),
          Counter("reflector_short_watches_total", "Watches that ended within a second, without an event.",
                  totals.short_watches),
          Summary("reflector_watch_duration_seconds", "Duration of a watch.", totals.watch_seconds),
          Summary("reflector_items_per_watch", "Events per watch.", totals.watch_items),
          Gauge("reflector_last_resource_version", "Last resourceVersion seen.", totals.resource_version),
          Ends(totals),
          SingleValueFamily("structural_watch_age_seconds", "Age of the current watch; 0 without one.",
                            MetricType::Gauge, Seconds(watch.WatchAge())),
          SingleValueFamily("structural_watch_last_event_timestamp_seconds",
                            "Time of the last event, bookmarks included; 0 before the first event.", MetricType::Gauge,
                            LastEvent(totals))};
}

}  // namespace structural::controller
