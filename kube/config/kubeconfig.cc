#include "kube/config/kubeconfig.h"

#include "kube/config/kubeconfig_node.h"
#include "kube/config/kubeconfig_user.h"
#include "kube/config/server_url.h"

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
    return cluster.InvalidField("insecure-skip-tls-verify",
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

// Reads clusters[NAME].cluster, except for values that flags replace.
// kInvalidInput: the cluster has an error, or a file that it names cannot be read.
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

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// The names that a context combines.
struct Names {
  std::string cluster = {};
  std::string user = {};
};

Result<Names> ReadContext(const KubeconfigFiles& files, const ConfigFlags& flags, ClientConfig* config) {
  Names names;
  std::string name = flags.context;
  Status step = base::Ok();
  if (name.empty()) step = Assign(&name, files.CurrentContext());
  if (!step.ok()) return step.error();
  config->source = "command line";
  if (!name.empty()) {
    Result<KubeconfigNode> context = files.Named("contexts", name, "context");
    if (!context.ok()) return context.error();
    config->context = name;
    config->source = "kubeconfig " + context->file() + ", context " + name;
    step = Assign(&names.cluster, context->Text("cluster"));
    if (step.ok()) step = Assign(&names.user, context->Text("user"));
    if (step.ok()) step = Assign(&config->default_namespace, context->Text("namespace"));
    if (step.ok() && names.cluster.empty() && flags.cluster.empty() && flags.server.empty()) {
      step = context->InvalidField("cluster", "is missing");
    }
    if (!step.ok()) return step.error();
  } else if (flags.cluster.empty() && flags.server.empty()) {
    return files.NoContext();
  }
  if (!flags.cluster.empty()) names.cluster = flags.cluster;
  if (!flags.user.empty()) names.user = flags.user;
  return names;
}

// Removes credentials that must not be sent without TLS.
void RemoveCredentials(ClientConfig* config) {
  config->token.clear();
  config->token_file.clear();
  config->username.clear();
  config->password.clear();
  config->exec.reset();
  config->tls = {};
}

Result<ClientConfig> ReadConfig(const KubeconfigFiles& files, const ConfigFlags& flags) {
  ClientConfig config;
  std::string extension;
  Result<Names> names = ReadContext(files, flags, &config);
  if (!names.ok()) return names.error();
  if (!names->cluster.empty()) {
    Result<KubeconfigNode> cluster = files.Named("clusters", names->cluster, "cluster");
    if (!cluster.ok()) return cluster.error();
    Status step = ReadCluster(*cluster, flags, &config);
    if (step.ok()) step = Assign(&extension, ReadExecExtension(*cluster));
    if (!step.ok()) return step.error();
  }
  if (!names->user.empty()) {  // without a user, requests are anonymous
    Result<KubeconfigNode> user = files.Named("users", names->user, "user");
    if (!user.ok()) return user.error();
    const Status step = ReadUser(*user, flags, &config);
    if (!step.ok()) return step.error();
  }
  if (config.exec) config.exec->cluster_config = std::move(extension);
  const Status applied = ApplyFlags(flags, &config);
  if (!applied.ok()) return applied.error();
  if (config.server.starts_with("http://")) RemoveCredentials(&config);
  return config;
}

// Returns the result of `read`. Does not throw.
template <typename Read>
auto CatchExceptions(const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const YAML::Exception& e) {  // not expected, because every access is checked before
    return Error(ErrorCode::kInvalidInput, std::string("kubeconfig: ") + e.what());
  }
}

}  // namespace

Result<ClientConfig> LoadKubeconfigs(const std::vector<std::string>& paths, const ConfigFlags& flags) {
  return CatchExceptions([&]() -> Result<ClientConfig> {
    Result<KubeconfigFiles> files = KubeconfigFiles::Read(paths, flags.wait);
    if (!files.ok()) return files.error();
    return ReadConfig(*files, flags);
  });
}

Result<std::vector<std::string>> ContextNames(const std::vector<std::string>& paths, const FileWait& wait) {
  return CatchExceptions([&]() -> Result<std::vector<std::string>> {
    Result<KubeconfigFiles> files = KubeconfigFiles::Read(paths, wait);
    if (!files.ok()) return files.error();
    return files->Names("contexts");
  });
}

Result<ClientConfig> ConfigOfFlags(const ConfigFlags& flags) {
  return CatchExceptions([&] { return ReadConfig(KubeconfigFiles(), flags); });
}

}  // namespace structural::kube
