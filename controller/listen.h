// Listen: opens a port at an address that a flag sets, and logs the address.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "http/message.h"
#include "http/server.h"
#include "schema/base/result.h"

namespace structural::controller {

// Returns a function for ListenOptions::on_rejected. It logs lines such as "WHAT: a request was not read:
// body_too_large", for each reason at most one in ten seconds. `what` must be a string literal.
std::function<void(http::RequestRejection)> NewRejectionLogger(const char* what);

// Opens a listener at `address`, and logs "WHAT on 127.0.0.1:8081". Does nothing if the address disables the listener
// (http::IsDisabledAddress). Ignores the address in `options`. If on_rejected is null, uses NewRejectionLogger.
// kInvalidInput: the address is invalid. kUnavailable: the port is in use.
base::Status Listen(http::Server& server, const char* what, const std::string& address, http::ListenOptions options,
                    http::Handler handler);

// Probe: answers one of the paths /healthz, /livez and /readyz with the results of named checks.
//
//   GET /readyz            "ok", or 500 with the failed checks
//   GET /readyz?verbose    every check and its state
//   GET /readyz/NAME       one check
//   …?exclude=NAME         skips a check
//
// Upstream: apiserver pkg/server/healthz/healthz.go (0.37).
struct Check {
  std::string name;
  // Returns the reason why the check fails; nullopt if it does not fail. Called from any thread, and must not block.
  std::function<std::optional<std::string>()> run;
};

// Immutable, and therefore thread-safe.
class Probe {
 public:
  // `path` is the path to answer, such as "/readyz". Adds a first check "ping", which never fails.
  Probe(std::string path, std::vector<Check> checks);

  // Returns the answer to the request; nullopt if the request has another path.
  std::optional<http::Response> Answer(const http::Request& request) const;

 private:
  http::Response AnswerAll(const std::string& query) const;
  http::Response AnswerOne(const std::string& name) const;

  const std::string path_;
  std::vector<Check> checks_;
};

// Returns a handler that answers each request with the first probe that has its path; with 404 if no probe has it.
http::Handler HandlerOf(std::vector<Probe> probes);

}  // namespace structural::controller
