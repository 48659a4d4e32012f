#include "controller/listen.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

#include <glog/logging.h>

#include "schema/base/text.h"

namespace structural::controller {
namespace {

// Minimum time between two log lines about requests that were rejected for the same reason. It is limited because one
// peer can send many such requests.
constexpr std::chrono::seconds kSayAgainAfter{10};

constexpr int kFailed = 500;
constexpr std::string_view kExclude = "exclude=";

std::set<std::string> Excluded(const std::string& query) {
  std::set<std::string> names;
  std::stringstream parameters(query);
  for (std::string parameter; std::getline(parameters, parameter, '&');) {
    if (parameter.starts_with(kExclude)) names.insert(parameter.substr(kExclude.size()));
  }
  return names;
}

// Returns the warning that no check has these names. They are the `exclude` parameters of the request.
std::string Unknown(const std::set<std::string>& names) {
  const std::string list = base::Join(names, ", ");
  return "warn: some health checks cannot be excluded: no matches for " + list + "\n";
}

}  // namespace

std::function<void(http::RequestRejection)> NewRejectionLogger(const char* what) {
  struct LastLogged {
    std::mutex mutex;
    std::map<http::RequestRejection, std::chrono::steady_clock::time_point> at;
  };
  return [what, logged = std::make_shared<LastLogged>()](http::RequestRejection why) {
    const std::lock_guard lock(logged->mutex);
    const auto now = std::chrono::steady_clock::now();
    const auto [last, first] = logged->at.try_emplace(why, now);
    if (!first && now - last->second < kSayAgainAfter) return;
    last->second = now;
    LOG(WARNING) << what << ": a request could not be read: " << http::Name(why);
  };
}

base::Status Listen(http::Server& server, const char* what, const std::string& address, http::ListenOptions options,
                    http::Handler handler) {
  if (http::IsDisabledAddress(address)) return base::Ok();
  const auto parsed = http::ParseAddress(address);
  if (!parsed.ok()) return parsed.error().In(what);
  options.address = *parsed;
  if (!options.on_rejected) options.on_rejected = NewRejectionLogger(what);
  const auto port = server.Listen(std::move(options), std::move(handler));
  if (!port.ok()) return port.error().In(what);
  http::Address bound = *parsed;
  bound.port = *port;
  LOG(INFO) << what << " on " << bound.ToString();
  return base::Ok();
}

Probe::Probe(std::string path, std::vector<Check> checks) : path_(std::move(path)) {
  checks_.push_back({"ping", [] { return std::nullopt; }});
  for (Check& check : checks) checks_.push_back(std::move(check));
}

http::Response Probe::AnswerAll(const std::string& query) const {
  std::set<std::string> excluded = Excluded(query);
  std::string text;
  bool failed = false;
  for (const Check& check : checks_) {
    if (excluded.erase(check.name) > 0) {
      text += "[+]" + check.name + " excluded: ok\n";
    } else if (const auto reason = check.run()) {
      failed = true;
      text += "[-]" + check.name + " failed: " + *reason + "\n";
    } else {
      text += "[+]" + check.name + " ok\n";
    }
  }
  if (!excluded.empty()) text += Unknown(excluded);
  const std::string name = path_.substr(1);
  if (failed) return {.status = kFailed, .body = text + name + " check failed\n"};
  if (!http::HasParameter(query, "verbose")) return {.body = "ok"};
  return {.body = text + name + " check passed\n"};
}

http::Response Probe::AnswerOne(const std::string& name) const {
  const auto check = std::ranges::find(checks_, name, &Check::name);
  if (check == checks_.end()) {
    return {.status = 404, .body = "unknown check '" + name + "'\n"};
  }
  const auto reason = check->run();
  if (!reason) return {.body = "ok"};
  return {.status = kFailed, .body = "internal server error: " + *reason + "\n"};
}

std::optional<http::Response> Probe::Answer(const http::Request& request) const {
  if (!request.path.starts_with(path_)) return std::nullopt;
  const std::string rest = request.path.substr(path_.size());
  if (rest.empty() || rest == "/") return AnswerAll(request.query);
  if (rest.front() != '/') return std::nullopt;
  return AnswerOne(rest.substr(1));
}

http::Handler HandlerOf(std::vector<Probe> probes) {
  return [probes = std::move(probes)](const http::Request& request, std::stop_token) {
    if (request.method != "GET" && request.method != "HEAD") {
      return http::Response{.status = 405, .body = "only GET is allowed\n"};
    }
    for (const Probe& probe : probes) {
      if (auto response = probe.Answer(request)) return *std::move(response);
    }
    return http::Response{.status = 404, .body = "404 page not found\n"};
  };
}

}  // namespace structural::controller
