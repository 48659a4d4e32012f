#include "kube/config/kubeconfig_user.h"

#include <map>

#include "kube/config/kubeconfig_exec.h"
#include "kube/config/kubeconfig_value.h"

namespace structural::kube {
namespace {

using base::Status;

Status ReadCertificate(const KubeconfigNode& user, const FileWait& wait, TlsConfig* tls) {
  Status step = ReadDataOrFile(user, "client-certificate", wait, &tls->client_cert_pem,
                               &tls->client_cert_file);
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
    return user.InvalidField("username",
                             "contains a colon, which basic authentication cannot send");
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

// What Kubernetes has instead of the provider.
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
  return user.InvalidField("auth-provider",
                           "\"" + *name + "\" is not supported: " + Successor(*name));
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

}  // namespace structural::kube
