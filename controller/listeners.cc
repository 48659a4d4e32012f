#include <glog/logging.h>

#include "controller/listen.h"
#include "controller/run.h"
#include "kube/config/secrets.h"

namespace structural::controller {
namespace {

using base::Result;
using base::Status;

// Threads of the metrics server: those that can wait for MetricsAccess, and two for other requests.
constexpr int kGuardedThreads = MetricsAccess::kMaxWaiting + 2;

http::Handler MetricsHandler(Metrics& metrics) {
  return [&metrics](const http::Request&, std::stop_token) {
    return http::Response{.content_type = Metrics::kContentType,
                          // A CRD's name can contain a secret that was sent to the server.
                          .body = kube::Secrets::OfProcess().Hide(metrics.Text())};
  };
}

// Answers other paths with 404 without a call of MetricsAccess.
http::Handler OnlyMetrics(http::Handler handler) {
  return [handler = std::move(handler)](const http::Request& request, std::stop_token stop) {
    if (request.path == "/metrics") return handler(request, stop);
    return http::Response{.status = 404, .body = "404 page not found\n"};
  };
}

std::vector<Probe> ProbesOf(const Checks& checks) {
  const auto check = [](const char* name, std::function<bool()> holds, const char* otherwise) {
    return Check{name, [holds = std::move(holds), otherwise]() -> std::optional<std::string> {
                   return holds() ? std::nullopt : std::optional<std::string>(otherwise);
                 }};
  };
  const Check lease = check("leader-election", checks.lease_is_sound, "the lease is held but was not renewed in time");
  const Check synced = check("sync", checks.synced, "the first list has not been read and checked yet");
  const auto dead = [dead_for = checks.watch_dead_for]() -> std::optional<std::string> {
    const auto time = std::chrono::floor<std::chrono::seconds>(dead_for());
    if (time < kWatchIsDeadAfter) return std::nullopt;
    return "no watch for " + std::to_string(time.count()) + " s";
  };
  const Check watch{"watch", dead};
  return {Probe("/healthz", {lease}), Probe("/livez", {lease}), Probe("/readyz", {synced, watch})};
}

}  // namespace

Status Listeners::ServeMetrics(const ListenerOptions& options, Metrics& metrics, MetricsAccess& access) {
  if (http::IsOff(options.metrics_address)) return base::Ok();
  http::ListenOptions to;
  http::Handler handler = MetricsHandler(metrics);
  if (!options.metrics_certificate.empty()) {
    auto files = http::TlsFiles::Open(options.metrics_certificate, options.metrics_key,
                                      [](const std::string& line) { LOG(INFO) << line; });
    if (!files.ok()) return files.error().In("metrics");
    to.tls = *std::move(files);
    handler = access.Guard(std::move(handler));
  }
  return Listen(metrics_, "metrics", options.metrics_address, std::move(to), OnlyMetrics(std::move(handler)));
}

Status Listeners::ServeProbes(const ListenerOptions& options, const Checks& checks) {
  return Listen(probes_, "probes", options.probe_address, {}, HandlerOf(ProbesOf(checks)));
}

Result<std::unique_ptr<Listeners>> Listeners::Open(const ListenerOptions& options, Metrics& metrics,
                                                   MetricsAccess& access, const Checks& checks) {
  const bool guarded = !options.metrics_certificate.empty();
  std::unique_ptr<Listeners> listeners(new Listeners(guarded ? kGuardedThreads : 1));
  Status status = listeners->ServeMetrics(options, metrics, access);
  if (status.ok()) status = listeners->ServeProbes(options, checks);
  if (!status.ok()) return status.error();
  return listeners;
}

}  // namespace structural::controller
