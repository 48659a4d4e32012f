// Probes: what /healthz, /livez and /readyz answer, from named checks.
//
//   GET /readyz            "ok", or 500 and which checks fail
//   GET /readyz?verbose    every check and its state
//   GET /readyz/NAME       one check
//   …?exclude=NAME         leaves a check out
//
// Upstream: apiserver pkg/server/healthz/healthz.go (0.37).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "http/message.h"

namespace structural::controller {

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
