#include <algorithm>

#include <nlohmann/json.hpp>

#include "kube/config/server_url.h"
#include "kube/json_slicer.h"
#include "schema/go/base64.h"
#include "webhook/certs/certificate.h"
#include "webhook/certs/keep.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using kube::ObjectAt;
using kube::TextAt;
using nlohmann::json;

std::string PathOf(const Configuration& configuration) {
  const bool validating = configuration.kind == "ValidatingWebhookConfiguration";
  return std::string("/apis/admissionregistration.k8s.io/v1/") + (validating ? "validating" : "mutating") +
         "webhookconfigurations/" + configuration.name;
}

// Returns the host name that the API server verifies in the certificate.
// Upstream: util/webhook/client.go ClientManager.HookClient (apiserver 0.37)
std::string HostOf(const json& client_config) {
  const json service = ObjectAt(client_config, "service");
  if (!service.empty()) return TextAt(service, "name") + "." + TextAt(service, "namespace") + ".svc";
  const std::string url = TextAt(client_config, "url");
  const auto parsed = kube::ParseServerUrl(url.substr(0, url.find_first_of("?#")));
  return parsed.ok() ? parsed->host : "";
}

bool IsOneOf(const std::vector<std::string>& hosts, const std::string& host) {
  return std::ranges::find(hosts, Canonical(host), Canonical) != hosts.end();
}

json Test(const std::string& path, const json& value) { return {{"op", "test"}, {"path", path}, {"value", value}}; }

}  // namespace

Result<std::string> CABundlePatch(const std::string& configuration, const std::vector<std::string>& hosts,
                                  const std::string& bundle) {
  const json object = json::parse(configuration, nullptr, false);
  if (!object.is_object()) return Error(ErrorCode::kInvalidInput, "the response is not a webhook configuration");
  const json webhooks = object.value("webhooks", json::array());
  const std::string wanted = go::EncodeBase64(bundle);
  json patch = json::array();
  patch.push_back(Test("/metadata/resourceVersion", TextAt(ObjectAt(object, "metadata"), "resourceVersion")));
  bool called = false;
  for (std::size_t i = 0; webhooks.is_array() && i < webhooks.size(); ++i) {
    const json client_config = ObjectAt(webhooks[i], "clientConfig");
    if (!IsOneOf(hosts, HostOf(client_config))) continue;
    called = true;
    if (TextAt(client_config, "caBundle") == wanted) continue;
    patch.push_back(
        {{"op", "add"}, {"path", "/webhooks/" + std::to_string(i) + "/clientConfig/caBundle"}, {"value", wanted}});
  }
  if (!called) {
    return Error(ErrorCode::kInvalidInput, "it has no webhook for " + hosts.front());
  }
  return patch.size() > 1 ? patch.dump() : "";
}

Result<bool> InjectCABundle(kube::Client& client, const CABundleInjection& call, std::stop_token stop) {
  const std::string path = PathOf(call.configuration);
  const Result<std::string> found = client.Get(path, stop);
  if (!found.ok()) return found.error();
  const Result<std::string> patch = CABundlePatch(*found, call.hosts, call.bundle);
  if (!patch.ok()) return patch.error().In(call.configuration.Text());
  if (patch->empty()) return false;
  const Result<bool> still = call.still();
  if (!still.ok()) return still.error();
  if (!*still) return Error(ErrorCode::kConflict, "the trusted authorities have changed meanwhile");
  if (call.dry_run) return true;
  const Result<std::string> patched = client.JsonPatch(path, *patch, stop, {.answer = kube::Client::Answer::kMetadata});
  if (patched.ok()) return true;
  // kUnprocessable: a `test` operation of the patch has failed, so the object has changed.
  if (patched.error().code() != ErrorCode::kUnprocessable) return patched.error();
  return Error(ErrorCode::kConflict, patched.error().message());
}

}  // namespace structural::certs
