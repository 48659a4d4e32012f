#include "webhook/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace structural::webhook {
namespace {

using prometheus::BuildCounter;
using prometheus::BuildGauge;
using prometheus::BuildHistogram;

const prometheus::Histogram::BucketBoundaries kSeconds = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025,
                                                          0.05,   0.1,     0.25,   0.5,   1,      2.5,   5,    10};

}  // namespace

struct Metrics::Impl {
  explicit Impl(const std::string& version) {
    using enum http::RequestRejection;
    for (const auto why : {kNoHttp, kHeaderTooLarge, kBodyTooLarge, kBodiesFull, kConnectionsFull, kTooSlow}) {
      unread.Add({{"reason", Name(why)}});
    }
    BuildGauge()
        .Name("structural_build_info")
        .Help("Constant 1, with the version of the program.")
        .Register(registry)
        .Add({{"version", version}})
        .Set(1);
  }

  prometheus::Registry registry;
  prometheus::Family<prometheus::Gauge>& in_flight = BuildGauge()
                                                         .Name("controller_runtime_webhook_requests_in_flight")
                                                         .Help("Reviews in progress.")
                                                         .Register(registry);
  prometheus::Family<prometheus::Counter>& requests = BuildCounter()
                                                          .Name("controller_runtime_webhook_requests_total")
                                                          .Help("Answered reviews by HTTP status.")
                                                          .Register(registry);
  prometheus::Family<prometheus::Histogram>& latency = BuildHistogram()
                                                           .Name("controller_runtime_webhook_latency_seconds")
                                                           .Help("Duration of a review.")
                                                           .Register(registry);
  prometheus::Gauge& certificate_ends = BuildGauge()
                                            .Name("structural_webhook_certificate_expiry_timestamp_seconds")
                                            .Help("Expiry of the serving certificate in seconds since 1970.")
                                            .Register(registry)
                                            .Add({});
  prometheus::Family<prometheus::Counter>& unread = BuildCounter()
                                                        .Name("structural_webhook_unread_total")
                                                        .Help("Requests that did not get a review, by reason.")
                                                        .Register(registry);
  prometheus::Family<prometheus::Counter>& decisions =
      BuildCounter()
          .Name("structural_webhook_decisions_total")
          .Help("Decisions about changes to CRDs and custom resources, by outcome and rule.")
          .Register(registry);
};

Metrics::Metrics(const std::string& version) : impl_(std::make_unique<Impl>(version)) {}
Metrics::~Metrics() = default;

void Metrics::Serves(const std::string& path) {
  impl_->in_flight.Add({{"webhook", path}});
  impl_->latency.Add({{"webhook", path}}, kSeconds);
}

void Metrics::Began(const std::string& path) { impl_->in_flight.Add({{"webhook", path}}).Increment(); }

void Metrics::Ended(const std::string& path, int code, std::chrono::duration<double> took) {
  impl_->in_flight.Add({{"webhook", path}}).Decrement();
  impl_->latency.Add({{"webhook", path}}, kSeconds).Observe(took.count());
  impl_->requests.Add({{"webhook", path}, {"code", std::to_string(code)}}).Increment();
}

void Metrics::Decided(std::string_view outcome, std::string_view rule) {
  impl_->decisions.Add({{"outcome", std::string(outcome)}, {"rule", std::string(rule)}}).Increment();
}

void Metrics::Rejected(http::RequestRejection why) { impl_->unread.Add({{"reason", Name(why)}}).Increment(); }

void Metrics::CertificateEnds(std::chrono::sys_seconds moment) {
  impl_->certificate_ends.Set(static_cast<double>(moment.time_since_epoch().count()));
}

std::string Metrics::Text() const { return prometheus::TextSerializer().Serialize(impl_->registry.Collect()); }

}  // namespace structural::webhook
