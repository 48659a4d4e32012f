#include "kube/config/resolve.h"

#include <sstream>
#include <utility>
#include <vector>

#include "kube/config/in_cluster.h"
#include "kube/config/kubeconfig.h"
#include "kube/config/proxy_environment.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

// The parts of a list like "a:b"; empty ones mean nothing.
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

}  // namespace

Result<ClientConfig> ResolveConfig(const ConfigFlags& flags, const Environment& environment) {
  Result<ClientConfig> config = FindConfig(flags, environment);
  if (!config.ok() || !config->proxy_url.empty()) return config;
  Result<std::string> proxy = ProxyFromEnvironment(config->server, environment);
  if (!proxy.ok()) return proxy.error();
  config->proxy_url = std::move(*proxy);
  return config;
}

Result<std::vector<std::string>> ResolveContexts(const ConfigFlags& flags,
                                                 const Environment& environment) {
  if (!flags.kubeconfig.empty()) return ContextNames({flags.kubeconfig}, flags.wait);
  const std::vector<std::string> listed = SplitPaths(environment.variable("KUBECONFIG"));
  if (!listed.empty()) return ContextNames(listed, flags.wait);
  return ContextNames({environment.variable("HOME") + "/.kube/config"}, flags.wait);
}

}  // namespace structural::kube
