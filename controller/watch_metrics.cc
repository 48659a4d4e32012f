#include "controller/watch_metrics.h"

#include <chrono>

#include "controller/process_metrics.h"

namespace structural::controller {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

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
  MetricFamily family{
      "structural_watch_ends_total", "Ended watches by reason.", MetricType::Counter, {}};
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

std::vector<MetricFamily> WatchFamilies(const WatchStats& watch) {
  const WatchStats::Totals totals = watch.Read();
  return {Counter("reflector_lists_total", "Reads of all objects.", totals.list_seconds.count),
          Summary("reflector_list_duration_seconds", "Duration of a read of all objects.",
                  totals.list_seconds),
          Summary("reflector_items_per_list", "Objects per read.", totals.list_items),
          Counter("reflector_watches_total", "Watches that the server answered.", totals.watches),
          Counter("reflector_short_watches_total",
                  "Watches that ended within a second, without an event.", totals.short_watches),
          Summary("reflector_watch_duration_seconds", "Duration of a watch.", totals.watch_seconds),
          Summary("reflector_items_per_watch", "Events per watch.", totals.watch_items),
          Gauge("reflector_last_resource_version", "Last resourceVersion seen.",
                totals.resource_version),
          Ends(totals),
          OneNumber("structural_watch_age_seconds", "Age of the current watch; 0 without one.",
                    MetricType::Gauge, Seconds(watch.Age())),
          OneNumber("structural_watch_last_event_timestamp_seconds",
                    "Time of the last event, bookmarks included; 0 before the first event.",
                    MetricType::Gauge, LastEvent(totals))};
}

}  // namespace structural::controller
