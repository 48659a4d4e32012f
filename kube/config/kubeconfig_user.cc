#include "kube/config/kubeconfig_user.h"

#include <cstdio>
#include <map>
#include <optional>

#include "schema/go/base64.h"

namespace structural::kube {
namespace {

using base::Result;
using base::Status;

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

// Returns the replacement of a removed auth provider.
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

// Escapes control characters, which would affect a terminal.
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

}  // namespace

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

}  // namespace structural::kube
