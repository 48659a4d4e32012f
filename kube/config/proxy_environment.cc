#include "kube/config/proxy_environment.h"

#include <utility>

#include "kube/config/no_proxy.h"
#include "kube/config/proxy_url.h"
#include "kube/config/server_url.h"

namespace structural::kube {
namespace {

struct Variable {
  std::string name = {};
  std::string value = {};
};

Variable FindAny(const Environment& environment, std::string upper, std::string lower) {
  std::string value = environment.variable(upper);
  if (!value.empty()) return {std::move(upper), std::move(value)};
  value = environment.variable(lower);
  return {std::move(lower), std::move(value)};
}

}  // namespace

base::Result<std::string> ProxyFromEnvironment(const std::string& server,
                                               const Environment& environment) {
  const base::Result<ServerUrl> url = ParseServerUrl(server);
  if (!url.ok()) return std::string();
  Variable proxy = url->tls ? FindAny(environment, "HTTPS_PROXY", "https_proxy")
                            : FindAny(environment, "HTTP_PROXY", "http_proxy");
  if (proxy.value.empty()) return std::string();
  const Variable exceptions = FindAny(environment, "NO_PROXY", "no_proxy");
  if (!UsesProxy(url->host, url->port, exceptions.value)) return std::string();
  if (proxy.value.find("://") == std::string::npos) proxy.value.insert(0, "http://");
  const base::Result<ProxyUrl> parsed = ParseProxyUrl(proxy.value);
  if (!parsed.ok()) return parsed.error().In(proxy.name);
  return proxy.value;
}

}  // namespace structural::kube
