#include "controller/probes.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace structural::controller {
namespace {

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

// The line about a name that no check has.
std::string Unknown(const std::set<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return "warn: some health checks cannot be excluded: no matches for " + list + "\n";
}

}  // namespace

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
