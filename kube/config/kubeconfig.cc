#include "kube/config/kubeconfig.h"

#include <cstdio>
#include <map>
#include <optional>
#include <utility>

#include "kube/config/kubeconfig_node.h"
#include "kube/config/read_file.h"
#include "kube/config/server_url.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

// Reads users[NAME].user.exec. A command with a slash is relative to the kubeconfig's folder.
// kInvalidInput: the entry has an error.
// Upstream: clientcmd/validation.go validateAuthInfo, api/v1/defaults.go (client-go 0.37)
base::Result<ExecConfig> ReadExec(const KubeconfigNode& exec);

// Assigns the value of a Result to *target, or returns the Result's error.
template <typename T>
base::Status Assign(T* target, base::Result<T> value) {
  if (!value.ok()) return value.error();
  *target = std::move(*value);
  return base::Ok();
}

using base::Result;
using base::Status;

// Sets *text to the value of KEY-data, decoded from base64, or to the content of the file at KEY. In the second case
// also sets *file to the path. Leaves both empty if neither key exists. kInvalidInput: both keys exist, the base64 is
// invalid, or the file is empty or cannot be read.
base::Status ReadDataOrFile(const KubeconfigNode& node, const std::string& key, const FileWait& wait, std::string* text,
                            std::string* file) {
  std::string encoded;
  base::Status step = Assign(&encoded, node.Text(key + "-data"));
  if (step.ok()) step = Assign(file, node.Path(key));
  if (!step.ok()) return step;
  if (!encoded.empty() && !file->empty()) {
    return node.InvalidField(key, "excludes " + key + "-data; remove one of them");
  }
  if (!encoded.empty()) {
    std::optional<std::string> bytes = go::DecodeBase64(encoded);
    if (!bytes) {
      return node.InvalidField(key + "-data", "is not base64; encode the PEM file with `base64 -w0`");
    }
    *text = std::move(*bytes);
  }
  if (file->empty()) return base::Ok();
  base::Result<std::string> bytes = ReadSmallFile(*file, wait);
  if (!bytes.ok()) return node.InvalidField(key, bytes.error().message());
  if (bytes->empty()) return node.InvalidField(key, "names " + *file + ", which is empty");
  *text = std::move(*bytes);
  return base::Ok();
}

Status ReadCertificate(const KubeconfigNode& user, const FileWait& wait, TlsConfig* tls) {
  Status step = ReadDataOrFile(user, "client-certificate", wait, &tls->client_cert_pem, &tls->client_cert_file);
  if (step.ok()) {
    step = ReadDataOrFile(user, "client-key", wait, &tls->client_key_pem, &tls->client_key_file);
  }
  if (!step.ok()) return step;
  if (tls->client_cert_pem.empty() != tls->client_key_pem.empty()) {
    const bool no_key = tls->client_key_pem.empty();
    return user.InvalidField(no_key ? "client-key" : "client-certificate",
                             "is missing; client-certificate and client-key belong together");
  }
  return base::Ok();
}

Status ReadHeaderCredentials(const KubeconfigNode& user, ClientConfig* config) {
  Status step = Assign(&config->token, user.Text("token"));
  if (step.ok()) step = Assign(&config->token_file, user.Path("tokenFile"));
  if (step.ok()) step = Assign(&config->username, user.Text("username"));
  if (step.ok()) step = Assign(&config->password, user.Text("password"));
  if (!step.ok()) return step;
  const bool basic = !config->username.empty() || !config->password.empty();
  if (basic && !(config->token.empty() && config->token_file.empty())) {
    return user.InvalidField("username", "excludes a token; remove one of them");
  }
  if (basic && config->username.empty()) {
    return user.InvalidField("username", "is missing; username and password belong together");
  }
  if (config->username.find(':') != std::string::npos) {
    return user.InvalidField("username", "contains a colon, which basic authentication cannot send");
  }
  return base::Ok();
}

Status ReadImpersonation(const KubeconfigNode& user, Impersonation* as) {
  std::vector<std::pair<std::string, std::vector<std::string>>> extra;
  Status step = Assign(&as->user, user.Text("as"));
  if (step.ok()) step = Assign(&as->uid, user.Text("as-uid"));
  if (step.ok()) step = Assign(&as->groups, user.Texts("as-groups"));
  if (step.ok()) step = Assign(&extra, user.TextsByKey("as-user-extra"));
  if (!step.ok()) return step;
  for (const auto& [key, values] : extra) {
    for (const std::string& value : values) as->extra.emplace_back(key, value);
  }
  const bool more = !as->uid.empty() || !as->groups.empty() || !as->extra.empty();
  if (as->user.empty() && more) {
    return user.InvalidField("as", "is missing; as-uid, as-groups and as-user-extra need a user");
  }
  return base::Ok();
}

Status ReadPlugin(const KubeconfigNode& user, std::optional<ExecConfig>* exec) {
  base::Result<std::optional<KubeconfigNode>> node = user.Child("exec");
  if (!node.ok()) return node.error();
  if (!node->has_value()) return base::Ok();
  base::Result<ExecConfig> read = ReadExec(**node);
  if (!read.ok()) return read.error();
  *exec = std::move(*read);
  return base::Ok();
}

// Returns how to replace an auth provider that Kubernetes has removed.
std::string Successor(const std::string& provider) {
  static const std::map<std::string, std::string> kPlugins = {
      {"gcp", "use the exec plugin gke-gcloud-auth-plugin"},
      {"azure", "use the exec plugin kubelogin (`kubelogin convert-kubeconfig`)"},
      {"oidc", "use the exec plugin kubectl oidc-login (`kubectl oidc-login setup`)"}};
  const auto found = kPlugins.find(provider);
  return found == kPlugins.end() ? "use an exec plugin or a token" : found->second;
}

Status RefuseAuthProvider(const KubeconfigNode& user) {
  if (!user.Has("auth-provider")) return base::Ok();
  base::Result<std::optional<KubeconfigNode>> provider = user.Child("auth-provider");
  if (!provider.ok()) return provider.error();
  base::Result<std::string> name = (*provider)->Text("name");
  if (!name.ok()) return name.error();
  return user.InvalidField("auth-provider", "\"" + *name + "\" is not supported: " + Successor(*name));
}

constexpr const char* kV1 = "client.authentication.k8s.io/v1";
constexpr const char* kV1beta1 = "client.authentication.k8s.io/v1beta1";
constexpr const char* kExtension = "client.authentication.k8s.io/exec";

Status ReadCommand(const KubeconfigNode& node, ExecConfig* exec) {
  Status step = Assign(&exec->command, node.Text("command"));
  if (!step.ok()) return step;
  if (exec->command.empty()) return node.InvalidField("command", "is missing; set the program to run");
  if (exec->command.find('/') == std::string::npos) return base::Ok();
  return Assign(&exec->command, node.Path("command"));
}

Status ReadApiVersion(const KubeconfigNode& node, ExecConfig* exec) {
  const Status step = Assign(&exec->api_version, node.Text("apiVersion"));
  if (!step.ok() || exec->api_version == kV1 || exec->api_version == kV1beta1) return step;
  return node.InvalidField("apiVersion",
                           std::string("must be ") + kV1 + " or " + kV1beta1 + "; update an older plugin");
}

Status ReadInteractiveMode(const KubeconfigNode& node, ExecConfig* exec) {
  std::string mode;
  const Status step = Assign(&mode, node.Text("interactiveMode"));
  if (!step.ok()) return step;
  if (mode.empty() && exec->api_version == kV1beta1) mode = "IfAvailable";
  if (mode == "Never") {
    exec->interactive = ExecConfig::Interactive::kNever;
  } else if (mode == "IfAvailable") {
    exec->interactive = ExecConfig::Interactive::kIfAvailable;
  } else if (mode == "Always") {
    exec->interactive = ExecConfig::Interactive::kAlways;
  } else {
    return node.InvalidField("interactiveMode", "must be Never, IfAvailable or Always");
  }
  return base::Ok();
}

Status ReadEnvironment(const KubeconfigNode& node, ExecConfig* exec) {
  Result<std::vector<KubeconfigNode>> entries = node.Elements("env");
  if (!entries.ok()) return entries.error();
  for (const KubeconfigNode& entry : *entries) {
    std::pair<std::string, std::string> variable;
    Status step = Assign(&variable.first, entry.Text("name"));
    if (step.ok()) step = Assign(&variable.second, entry.Text("value"));
    if (!step.ok()) return step;
    if (variable.first.empty() || variable.first.find('=') != std::string::npos) {
      return entry.InvalidField("name", "must be the name of an environment variable");
    }
    exec->env.push_back(std::move(variable));
  }
  return base::Ok();
}

// Returns the text with escapes for control characters, which would affect a terminal.
std::string WithoutControls(const std::string& text) {
  std::string clean;
  for (const unsigned char c : text) {
    if ((c < 0x20 && (c < 0x09 || c > 0x0D)) || c == 0x7F) {
      char written[16];
      std::snprintf(written, sizeof written, "U+%04X", c);
      clean += written;
    } else {
      clean += static_cast<char>(c);
    }
  }
  return clean;
}

// Reads users[NAME].user into the config, except for values that flags replace. kInvalidInput: the user has an error,
// names a file that cannot be read, or uses an authentication method that Kubernetes has removed.
// Upstream: clientcmd/validation.go validateAuthInfo (client-go 0.37)
Status ReadUser(const KubeconfigNode& user, const ConfigFlags& flags, ClientConfig* config) {
  Status step = RefuseAuthProvider(user);
  if (step.ok()) step = ReadPlugin(user, &config->exec);
  if (step.ok()) step = ReadHeaderCredentials(user, config);
  if (step.ok() && !flags.ReplaceCertificate()) {
    step = ReadCertificate(user, flags.wait, &config->tls);
  }
  if (step.ok()) step = ReadImpersonation(user, &config->impersonate);
  return step;
}

Result<ExecConfig> ReadExec(const KubeconfigNode& node) {
  ExecConfig exec;
  Status step = ReadCommand(node, &exec);
  if (step.ok()) step = ReadApiVersion(node, &exec);
  if (step.ok()) step = ReadInteractiveMode(node, &exec);
  if (step.ok()) step = Assign(&exec.args, node.Texts("args"));
  if (step.ok()) step = ReadEnvironment(node, &exec);
  if (step.ok()) step = Assign(&exec.provide_cluster_info, node.Bool("provideClusterInfo"));
  if (step.ok()) step = Assign(&exec.install_hint, node.Text("installHint"));
  if (!step.ok()) return step.error();
  exec.install_hint = WithoutControls(exec.install_hint);
  return exec;
}

// Returns the extension of clusters[NAME].cluster for exec plugins, as JSON; empty if the cluster has none.
Result<std::string> ReadExecExtension(const KubeconfigNode& cluster) {
  Result<std::vector<KubeconfigNode>> extensions = cluster.Elements("extensions");
  if (!extensions.ok()) return extensions.error();
  for (const KubeconfigNode& entry : *extensions) {
    Result<std::string> name = entry.Text("name");
    if (!name.ok()) return name.error();
    if (*name == kExtension) return entry.Json("extension");
  }
  return std::string();
}

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

// Reads clusters[NAME].cluster into the config, except for values that flags replace. kInvalidInput: the cluster has an
// error, or names a file that cannot be read.
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

// The names of the cluster and the user that a context or flags select.
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

// Removes all credentials, because they must not be sent without TLS.
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

// Returns the result of `read`. If `read` throws an exception, returns it as an error.
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
