#include "test/support/fake_answers.h"

#include <sstream>

#include <nlohmann/json.hpp>

namespace structural::test {

using kube::Request;
using kube::Response;
using nlohmann::json;

Response StatusObject(int code, const std::string& reason, const std::string& message) {
  const json status = {{"kind", "Status"},   {"apiVersion", "v1"}, {"status", "Failure"},
                       {"message", message}, {"reason", reason},   {"code", code}};
  return {code, {}, status.dump()};
}

Response Expired() { return StatusObject(410, "Expired", "The resourceVersion for the provided list is too old."); }

Response NotFound(const std::string& path) { return StatusObject(404, "NotFound", "\"" + path + "\" not found"); }

std::string Collection(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string PathOf(const Request& request) { return request.path.substr(0, request.path.find('?')); }

std::string QueryOf(const Request& request) {
  const size_t mark = request.path.find('?');
  return mark == std::string::npos ? "" : request.path.substr(mark + 1);
}

std::string Parameter(const std::string& query, const std::string& name) {
  std::stringstream stream(query);
  for (std::string pair; std::getline(stream, pair, '&');) {
    if (pair.starts_with(name + "=")) return pair.substr(name.size() + 1);
  }
  return "";
}

long Number(const std::string& text) { return text.empty() ? 0 : std::stol(text); }

std::string EventLine(const std::string& type, const json& object) {
  return json{{"type", type}, {"object", object}}.dump();
}

std::string VersionOf(const json& object) { return object.value(json::json_pointer("/metadata/resourceVersion"), ""); }

std::string Bookmark(long version, const json& annotations) {
  const json metadata = {{"resourceVersion", std::to_string(version)}, {"annotations", annotations}};
  return EventLine("BOOKMARK", {{"metadata", metadata}});
}

}  // namespace structural::test
