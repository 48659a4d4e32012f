// Listeners: the ports of the controller: metrics and probes.
#pragma once

#include <functional>
#include <memory>

#include "controller/metrics.h"
#include "controller/metrics_access.h"
#include "http/server.h"
#include "schema/base/result.h"

namespace structural::controller {

struct ListenerOptions;

// What the probes ask. Called from any thread, must not block.
struct Checks {
  std::function<bool()> synced;          // /readyz
  std::function<bool()> lease_is_sound;  // /healthz and /livez
};

// Owns the server; everything it was opened with must outlive it.
class Listeners {
 public:
  // kInvalidInput: an address or a certificate; kUnavailable: the port is taken.
  static base::Result<std::unique_ptr<Listeners>> Open(const ListenerOptions& options,
                                                       Metrics& metrics, MetricsAccess& access,
                                                       const Checks& checks);

 private:
  Listeners() : server_(kThreads) {}
  base::Status ServeMetrics(const ListenerOptions& options, Metrics& metrics,
                            MetricsAccess& access);
  base::Status ServeProbes(const ListenerOptions& options, const Checks& checks);
  base::Status Serve(const char* what, const std::string& address,
                     std::shared_ptr<http::TlsFiles> tls, http::Handler handler);

  static constexpr int kThreads = 1;
  http::Server server_;
};

}  // namespace structural::controller
