#include "kube/config/resolve.h"

#include <sstream>
#include <utility>

#include "kube/config/kubeconfig.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// Splits a list like "a:b" and drops empty parts.
std::vector<std::string> SplitPaths(const std::string& list) {
  std::vector<std::string> paths;
  std::stringstream stream(list);
  for (std::string path; std::getline(stream, path, ':');) {
    if (!path.empty()) paths.push_back(path);
  }
  return paths;
}

bool IsThere(const Result<ClientConfig>& config) {
  return config.ok() || config.error().code() != ErrorCode::kNotFound;
}

Result<ClientConfig> LoadInCluster(const ConfigFlags& flags, const Environment& environment) {
  Result<ClientConfig> config = LoadInClusterConfig(environment, flags.wait);
  if (!config.ok()) return config;
  const base::Status applied = ApplyFlags(flags, &*config);
  if (!applied.ok()) return applied.error();
  return config;
}

Result<ClientConfig> FindConfig(const ConfigFlags& flags, const Environment& environment) {
  if (!flags.kubeconfig.empty()) return LoadKubeconfigs({flags.kubeconfig}, flags);
  const std::vector<std::string> listed = SplitPaths(environment.variable("KUBECONFIG"));
  if (!listed.empty()) {
    Result<ClientConfig> config = LoadKubeconfigs(listed, flags);
    if (IsThere(config) || flags.server.empty()) return config;
    return ConfigOfFlags(flags);
  }
  std::string tried = "no --kubeconfig, no KUBECONFIG";
  if (flags.context.empty() && flags.cluster.empty() && flags.user.empty()) {
    Result<ClientConfig> config = LoadInCluster(flags, environment);
    if (IsThere(config)) return config;
    tried += ", " + config.error().message();
  }
  const std::string home = environment.variable("HOME");
  if (!home.empty()) {
    Result<ClientConfig> config = LoadKubeconfigs({home + "/.kube/config"}, flags);
    if (IsThere(config)) return config;
    tried += ", " + config.error().message();
  }
  if (!flags.server.empty()) return ConfigOfFlags(flags);
  return Error(ErrorCode::kNotFound, "no API server is configured: " + tried);
}

std::string JoinHostPort(const std::string& host, const std::string& port) {
  const bool ipv6 = host.find(':') != std::string::npos && host.front() != '[';
  return (ipv6 ? "[" + host + "]" : host) + ":" + port;
}

}  // namespace

Result<ClientConfig> ResolveConfig(const ConfigFlags& flags, const Environment& environment) {
  Result<ClientConfig> config = FindConfig(flags, environment);
  if (!config.ok() || !config->proxy_url.empty()) return config;
  Result<std::string> proxy = ProxyFromEnvironment(config->server, environment);
  if (!proxy.ok()) return proxy.error();
  config->proxy_url = std::move(*proxy);
  return config;
}

Result<std::vector<std::string>> ResolveContexts(const ConfigFlags& flags, const Environment& environment) {
  if (!flags.kubeconfig.empty()) return ContextNames({flags.kubeconfig}, flags.wait);
  const std::vector<std::string> listed = SplitPaths(environment.variable("KUBECONFIG"));
  if (!listed.empty()) return ContextNames(listed, flags.wait);
  return ContextNames({environment.variable("HOME") + "/.kube/config"}, flags.wait);
}

base::Result<ClientConfig> LoadInClusterConfig(const Environment& environment, const FileWait& wait) {
  const std::string host = environment.variable("KUBERNETES_SERVICE_HOST");
  const std::string port = environment.variable("KUBERNETES_SERVICE_PORT");
  if (host.empty() || port.empty()) {
    return Error(ErrorCode::kNotFound,
                 "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT "
                 "are not set");
  }
  ClientConfig config;
  config.source = "in-cluster";
  config.in_cluster = true;
  config.server = "https://" + JoinHostPort(host, port);
  config.token_file = environment.service_account_folder + "/token";
  base::Result<std::string> token = ReadSmallFile(config.token_file, wait);
  base::Result<std::string> ca = ReadSmallFile(environment.service_account_folder + "/ca.crt", wait);
  for (const auto* file : {&token, &ca}) {
    if (file->ok()) continue;
    return Error(ErrorCode::kInvalidInput,
                 "in-cluster: " + file->error().message() +
                     "; the Pod needs a service account (automountServiceAccountToken: true)");
  }
  config.token = std::move(*token);
  config.tls.ca_pem = std::move(*ca);
  config.tls.ca_file = environment.service_account_folder + "/ca.crt";
  base::Result<std::string> own = ReadSmallFile(environment.service_account_folder + "/namespace", wait);
  if (own.ok()) config.default_namespace = std::move(*own);
  return config;
}

}  // namespace structural::kube
