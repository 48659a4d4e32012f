#include "kube/resolve.h"

#include <sstream>
#include <vector>

#include "kube/in_cluster.h"
#include "kube/kubeconfig.h"

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

}  // namespace

Result<ClientConfig> ResolveConfig(const ConfigFlags& flags, const Environment& environment) {
  if (!flags.kubeconfig.empty()) return LoadKubeconfig(flags.kubeconfig, flags.context);
  const std::vector<std::string> listed = SplitPaths(environment.variable("KUBECONFIG"));
  if (!listed.empty()) return LoadKubeconfigs(listed, flags.context);

  std::string tried = "no --kubeconfig, no KUBECONFIG";
  if (flags.context.empty()) {
    Result<ClientConfig> config = LoadInClusterConfig(environment);
    if (IsThere(config)) return config;
    tried += ", " + config.error().message();
  }
  const std::string home = environment.variable("HOME");
  if (!home.empty()) {
    Result<ClientConfig> config = LoadKubeconfig(home + "/.kube/config", flags.context);
    if (IsThere(config)) return config;
    tried += ", " + config.error().message();
  }
  return Error(ErrorCode::kNotFound, "no API server is configured: " + tried);
}

}  // namespace structural::kube
