// Listen: opens the port of a flag, and logs its address.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "http/message.h"
#include "http/server.h"
#include "schema/base/result.h"

namespace structural::controller {

// Returns a function for ListenOptions::on_rejected. It logs "WHAT: a request was not read:
// body_too_large", each reason at most every ten seconds. `what` is a literal.
std::function<void(http::RequestRejection)> LogRejections(const char* what);

// Opens `address` and logs "WHAT on 127.0.0.1:8081". Returns Ok without a listener if the address
// disables it (http::IsOff). The address in `options` is ignored, and LogRejections is the default
// for on_rejected. kInvalidInput: the address is invalid; kUnavailable: the port is in use.
base::Status Listen(http::Server& server, const char* what, const std::string& address, http::ListenOptions options,
                    http::Handler handler);

// Probe: answers /healthz, /livez and /readyz by the results of named checks.
//
//   GET /readyz            "ok", or 500 with the failed checks
//   GET /readyz?verbose    every check and its state
//   GET /readyz/NAME       one check
//   …?exclude=NAME         skips a check
//
// Upstream: apiserver pkg/server/healthz/healthz.go (0.37).
struct Check {
  std::string name;
  // Returns the reason of a failure, or nullopt. Called from any thread, and must not block.
  std::function<std::optional<std::string>()> run;
};

// Immutable, hence thread-safe.
class Probe {
 public:
  // `path` is a path such as "/readyz". A check "ping" that never fails is added as the first one.
  Probe(std::string path, std::vector<Check> checks);

  // Returns nullopt if the request has another path.
  std::optional<http::Response> Answer(const http::Request& request) const;

 private:
  http::Response AnswerAll(const std::string& query) const;
  http::Response AnswerOne(const std::string& name) const;

  const std::string path_;
  std::vector<Check> checks_;
};

// Returns a handler that answers with the first probe that matches, or with 404.
http::Handler HandlerOf(std::vector<Probe> probes);

}  // namespace structural::controller
