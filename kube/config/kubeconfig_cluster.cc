#include "kube/config/kubeconfig_cluster.h"

#include "kube/config/kubeconfig_value.h"
#include "kube/config/proxy_url.h"

namespace structural::kube {
namespace {

using base::Status;

Status ReadAuthority(const KubeconfigNode& cluster, const FileWait& wait, TlsConfig* tls) {
  Status step = Assign(&tls->insecure_skip_verify, cluster.Bool("insecure-skip-tls-verify"));
  if (step.ok()) {
    step = ReadDataOrFile(cluster, "certificate-authority", wait, &tls->ca_pem, &tls->ca_file);
  }
  if (!step.ok()) return step;
  if (tls->insecure_skip_verify && !tls->ca_pem.empty()) {
    return cluster.InvalidField(
        "insecure-skip-tls-verify",
        "must not be true together with certificate-authority; remove one of them");
  }
  return base::Ok();
}

Status ReadProxy(const KubeconfigNode& cluster, ClientConfig* config) {
  const Status step = Assign(&config->proxy_url, cluster.Text("proxy-url"));
  if (!step.ok() || config->proxy_url.empty()) return step;
  const base::Result<ProxyUrl> url = ParseProxyUrl(config->proxy_url);
  return url.ok() ? base::Ok() : Status(cluster.InvalidField("proxy-url", url.error().message()));
}

}  // namespace

Status ReadCluster(const KubeconfigNode& cluster, const ConfigFlags& flags, ClientConfig* config) {
  Status step = Assign(&config->server, cluster.Text("server"));
  if (step.ok()) step = Assign(&config->tls.server_name, cluster.Text("tls-server-name"));
  if (step.ok()) step = ReadProxy(cluster, config);
  if (step.ok()) step = Assign(&config->disable_compression, cluster.Bool("disable-compression"));
  if (step.ok() && !flags.ReplaceAuthority()) {
    step = ReadAuthority(cluster, flags.wait, &config->tls);
  }
  if (!step.ok()) return step;
  if (config->server.empty() && flags.server.empty()) {
    return cluster.InvalidField("server", "is missing; use a URL like https://HOST:6443");
  }
  return base::Ok();
}

}  // namespace structural::kube
