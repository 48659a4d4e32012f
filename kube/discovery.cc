#include "kube/discovery.h"

#include <simdjson.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

Error NoGroup(const std::string& path) {
  return {ErrorCode::kInvalidInput, "GET " + path + ": the response is not an APIGroup"};
}

}  // namespace

Result<std::vector<std::string>> ServedVersions(Client& client, std::string_view group,
                                                std::stop_token stop) {
  const std::string path = "/apis/" + std::string(group);
  const Result<std::string> body = client.Get(path, stop);
  if (!body.ok()) return body.error();
  simdjson::dom::parser parser;
  simdjson::dom::array entries;
  if (parser.parse(*body)["versions"].get(entries) != simdjson::SUCCESS) return NoGroup(path);
  std::vector<std::string> versions;
  for (const simdjson::dom::element entry : entries) {
    std::string_view version;
    if (entry["version"].get(version) != simdjson::SUCCESS) return NoGroup(path);
    versions.emplace_back(version);
  }
  return versions;
}

}  // namespace structural::kube
