#include "controller/metrics.h"

#include <iterator>
#include <mutex>
#include <vector>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "controller/process_metrics.h"

namespace structural::controller {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;
using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Labels;
using prometheus::Registry;
using Buckets = Histogram::BucketBoundaries;

const Buckets& ReconcileBuckets() {
  static const Buckets buckets = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60};
  return buckets;
}

const Buckets& QueueBuckets() {
  static const Buckets buckets = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000};
  return buckets;
}

const Buckets& RequestBuckets() {
  static const Buckets buckets = {0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60};
  return buckets;
}

Family<Counter>& CounterFamily(Registry& registry, const char* name, const char* help) {
  return BuildCounter().Name(name).Help(help).Register(registry);
}
Family<Gauge>& GaugeFamily(Registry& registry, const char* name, const char* help) {
  return BuildGauge().Name(name).Help(help).Register(registry);
}
Family<Histogram>& HistogramFamily(Registry& registry, const char* name, const char* help) {
  return BuildHistogram().Name(name).Help(help).Register(registry);
}

const char* LabelOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kError:
    case Outcome::kTerminalError: return "error";
    case Outcome::kRequeueAfter: return "requeue_after";
    case Outcome::kRequeue: return "requeue";
    case Outcome::kDone: break;
  }
  return "success";
}

const Labels kOfController = {{"controller", kControllerName}};
const Labels kOfQueue = {{"name", kControllerName}, {"controller", kControllerName}};

}  // namespace

struct Metrics::Impl {
  Registry registry;
  ProcessMetrics process;
  std::mutex mutex;  // guards sources
  std::vector<const prometheus::Collectable*> sources;

  Family<Counter>& reconciles =
      CounterFamily(registry, "controller_runtime_reconcile_total", "Reconciliations per controller and result.");
  Counter& errors = CounterFamily(registry, "controller_runtime_reconcile_errors_total",
                                  "Reconciliations per controller that failed.")
                        .Add(kOfController);
  Counter& terminal_errors = CounterFamily(registry, "controller_runtime_terminal_reconcile_errors_total",
                                           "Reconciliations per controller that failed and are not retried.")
                                 .Add(kOfController);
  Counter& panics =
      CounterFamily(registry, "controller_runtime_reconcile_panics_total", "Recovered exceptions per controller.")
          .Add(kOfController);
  Histogram& reconcile_time =
      HistogramFamily(registry, "controller_runtime_reconcile_time_seconds", "Duration of a reconciliation.")
          .Add(kOfController, ReconcileBuckets());
  Gauge& workers = GaugeFamily(registry, "controller_runtime_max_concurrent_reconciles",
                               "Maximum number of concurrent reconciliations.")
                       .Add(kOfController);
  Gauge& active =
      GaugeFamily(registry, "controller_runtime_active_workers", "Reconciliations in progress.").Add(kOfController);
  Histogram& event_to_condition = HistogramFamily(registry, "structural_event_to_condition_seconds",
                                                  "Time from the event of a CRD to its written condition.")
                                      .Add({}, ReconcileBuckets());

  Counter& retries =
      CounterFamily(registry, "workqueue_retries_total", "Items added to the queue again after a failure.")
          .Add(kOfQueue);
  Histogram& waited =
      HistogramFamily(registry, "workqueue_queue_duration_seconds", "Time that an item waits in the queue.")
          .Add(kOfQueue, QueueBuckets());
  Histogram& worked = HistogramFamily(registry, "workqueue_work_duration_seconds", "Time to process an item.")
                          .Add(kOfQueue, QueueBuckets());

  Family<Counter>& requests =
      CounterFamily(registry, "rest_client_requests_total", "HTTP requests by status code, method and host.");
  Family<Histogram>& request_time =
      HistogramFamily(registry, "rest_client_request_duration_seconds", "Duration of an HTTP request.");

  Family<Gauge>& leader =
      GaugeFamily(registry, "leader_election_master_status", "1 if this process leads, 0 otherwise.");
};

Metrics::Metrics(const std::string& version) : impl_(std::make_unique<Impl>()) {
  GaugeFamily(impl_->registry, "structural_build_info", "Constant 1, with the version of the program.")
      .Add({{"version", version}})
      .Set(1);
  // Creates these series at the start, because alerts need series that exist before their first event.
  for (const Outcome outcome : {Outcome::kDone, Outcome::kError, Outcome::kRequeue, Outcome::kRequeueAfter}) {
    impl_->reconciles.Add({{"controller", kControllerName}, {"result", LabelOf(outcome)}});
  }
  AddSource(&impl_->process);
}

Metrics::~Metrics() = default;

void Metrics::SetWorkers(int count) { impl_->workers.Set(count); }

void Metrics::ReconcileBegan() { impl_->active.Increment(); }

void Metrics::ReconcileEnded(Outcome outcome, Seconds took) {
  impl_->active.Decrement();
  impl_->reconcile_time.Observe(took.count());
  impl_->reconciles.Add({{"controller", kControllerName}, {"result", LabelOf(outcome)}}).Increment();
  const bool terminal = outcome == Outcome::kTerminalError;
  if (terminal || outcome == Outcome::kError) impl_->errors.Increment();
  if (terminal) impl_->terminal_errors.Increment();
}

void Metrics::CountPanic() { impl_->panics.Increment(); }

void Metrics::ConditionWritten(Seconds since_event) { impl_->event_to_condition.Observe(since_event.count()); }

void Metrics::QueueRetried() { impl_->retries.Increment(); }
void Metrics::QueueTaken(Seconds waited) { impl_->waited.Observe(waited.count()); }
void Metrics::QueueDone(Seconds worked) { impl_->worked.Observe(worked.count()); }

void Metrics::CountRequest(const std::string& method, const std::string& host, const std::string& code,
                           std::optional<Seconds> took) {
  impl_->requests.Add({{"code", code}, {"method", method}, {"host", host}}).Increment();
  if (!took) return;
  impl_->request_time.Add({{"verb", method}, {"host", host}}, RequestBuckets()).Observe(took->count());
}

void Metrics::SetLeader(const std::string& lease, bool leads) {
  impl_->leader.Add({{"name", lease}}).Set(leads ? 1 : 0);
}

void Metrics::AddSource(const prometheus::Collectable* source) {
  const std::lock_guard lock(impl_->mutex);
  impl_->sources.push_back(source);
}

std::string Metrics::Text() const {
  std::vector<prometheus::MetricFamily> families = impl_->registry.Collect();
  {
    const std::lock_guard lock(impl_->mutex);
    for (const auto* source : impl_->sources) {
      auto more = source->Collect();
      std::move(more.begin(), more.end(), std::back_inserter(families));
    }
  }
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace structural::controller
