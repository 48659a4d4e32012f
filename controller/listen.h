// Listen: opens a port as a flag names it, and says in the log which it became.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "http/message.h"
#include "http/server.h"
#include "schema/base/result.h"

namespace structural::controller {

// For ListenOptions::on_rejected: logs "WHAT: a request was not read: body_too_large", each reason
// every ten seconds at most. `what` is a literal.
std::function<void(http::RequestRejection)> LogRejections(const char* what);

// Logs "WHAT on 127.0.0.1:8081". An address that means no listener (http::IsOff) is Ok; that of
// `options` does not count; without on_rejected it is LogRejections. kInvalidInput: the address;
// kUnavailable: the port is taken.
base::Status Listen(http::Server& server, const char* what, const std::string& address,
                    http::ListenOptions options, http::Handler handler);

// Probes: what /healthz, /livez and /readyz answer, from named checks.
//
//   GET /readyz            "ok", or 500 and which checks fail
//   GET /readyz?verbose    every check and its state
//   GET /readyz/NAME       one check
//   …?exclude=NAME         leaves a check out
//
// Upstream: apiserver pkg/server/healthz/healthz.go (0.37).
struct Check {
  std::string name;
  // Why it fails; nullopt: all is well. Called from any thread, and must not block.
  std::function<std::optional<std::string>()> run;
};

// Immutable, hence thread-safe.
class Probe {
 public:
  // `path` is "/readyz". A check "ping" that never fails is added in front.
  Probe(std::string path, std::vector<Check> checks);

  // nullopt: the request is not for this probe.
  std::optional<http::Response> Answer(const http::Request& request) const;

 private:
  http::Response AnswerAll(const std::string& query) const;
  http::Response AnswerOne(const std::string& name) const;

  const std::string path_;
  std::vector<Check> checks_;
};

// A handler that asks one probe after the other; 404 where none is meant.
http::Handler HandlerOf(std::vector<Probe> probes);

}  // namespace structural::controller
