#include "kube/kubeconfig.h"

#include "kube/kubeconfig_node.h"
#include "kube/read_file.h"
#include "schema/base/base64.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// The files of one kubeconfig, the first one counting most.
using Files = std::vector<KubeconfigNode>;

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text.empty() ? "none" : text;
}

Result<Files> ReadFiles(const std::vector<std::string>& paths) {
  Files files;
  for (const std::string& path : paths) {
    Result<std::string> text = ReadSmallFile(path);
    if (!text.ok() && text.error().code() == ErrorCode::kNotFound) continue;
    if (!text.ok()) return text.error().In("kubeconfig");
    Result<KubeconfigNode> file = KubeconfigNode::Parse(path, *text);
    if (!file.ok()) return file.error();
    files.push_back(std::move(*file));
  }
  if (files.empty()) {
    return Error(ErrorCode::kNotFound, "kubeconfig: no such file: " + Joined(paths));
  }
  return files;
}

std::string NamesOf(const Files& files) {
  std::string text;
  for (const KubeconfigNode& file : files) text += (text.empty() ? "" : ", ") + file.file();
  return text;
}

// The named entry of the first file that has it; an error that lists the names otherwise.
Result<KubeconfigNode> FindNamed(const Files& files, const std::string& list,
                                 const std::string& name, const std::string& member) {
  std::vector<std::string> names;
  for (const KubeconfigNode& file : files) {
    Result<std::optional<KubeconfigNode>> found = file.Named(list, name, member);
    if (!found.ok()) return found.error();
    if (found->has_value()) return **found;
    for (std::string& other : file.Names(list)) names.push_back(std::move(other));
  }
  return Error(ErrorCode::kInvalidInput,
               NamesOf(files) + ": " + list + ": there is no " + member + " named \"" + name +
                   "\"; there are: " + Joined(names));
}

Result<std::string> CurrentContext(const Files& files) {
  std::vector<std::string> names;
  for (const KubeconfigNode& file : files) {
    Result<std::string> name = file.Text("current-context");
    if (!name.ok() || !name->empty()) return name;
    for (std::string& other : file.Names("contexts")) names.push_back(std::move(other));
  }
  return Error(ErrorCode::kInvalidInput,
               NamesOf(files) + ": current-context: is not set; name a context with --context or "
                                "`kubectl config use-context`; there are: " +
                   Joined(names));
}

Status RefuseUnsupported(const KubeconfigNode& node, const std::vector<std::string>& keys,
                         const std::string& instead) {
  for (const std::string& key : keys) {
    if (node.Has(key)) return node.Mistake(key, "not supported yet: " + instead);
  }
  return base::Ok();
}

// KEY-data (base64), which goes before the file named by KEY.
Result<std::string> DataOrFile(const KubeconfigNode& node, const std::string& key) {
  Result<std::string> data = node.Text(key + "-data");
  if (!data.ok()) return data;
  if (!data->empty()) {
    std::optional<std::string> bytes = base::DecodeBase64(*data);
    if (bytes) return std::move(*bytes);
    return node.Mistake(key + "-data", "is not base64; encode the PEM file with `base64 -w0`");
  }
  Result<std::string> path = node.Path(key);
  if (!path.ok() || path->empty()) return path;
  Result<std::string> bytes = ReadSmallFile(*path);
  if (!bytes.ok()) return node.Mistake(key, bytes.error().message());
  return bytes;
}

// Each step of the form: *target = what the kubeconfig says, or the error.
template <typename T>
Status Assign(T* target, Result<T> value) {
  if (!value.ok()) return value.error();
  *target = std::move(*value);
  return base::Ok();
}

Status ReadCluster(const KubeconfigNode& cluster, ClientConfig* config) {
  Status step = RefuseUnsupported(cluster, {"proxy-url"}, "use a server that is reached directly");
  if (step.ok()) step = Assign(&config->server, cluster.Text("server"));
  if (step.ok()) step = Assign(&config->tls.server_name, cluster.Text("tls-server-name"));
  if (step.ok()) {
    step = Assign(&config->tls.insecure_skip_verify, cluster.Bool("insecure-skip-tls-verify"));
  }
  if (step.ok()) step = Assign(&config->tls.ca_pem, DataOrFile(cluster, "certificate-authority"));
  if (!step.ok()) return step;
  if (config->server.empty()) {
    return cluster.Mistake("server", "is missing; it has to be like https://HOST:6443");
  }
  if (config->tls.insecure_skip_verify && !config->tls.ca_pem.empty()) {
    return cluster.Mistake("insecure-skip-tls-verify",
                           "must not be true beside a certificate-authority; remove one of them");
  }
  return base::Ok();
}

Status ReadUser(const KubeconfigNode& user, ClientConfig* config) {
  Status step = RefuseUnsupported(user, {"exec", "auth-provider", "username", "password", "as",
                                         "as-uid", "as-groups", "as-user-extra"},
                                  "use a client certificate, a token or a tokenFile");
  if (step.ok()) step = Assign(&config->token, user.Text("token"));
  if (step.ok()) step = Assign(&config->token_file, user.Path("tokenFile"));
  if (step.ok()) {
    step = Assign(&config->tls.client_cert_pem, DataOrFile(user, "client-certificate"));
  }
  if (step.ok()) step = Assign(&config->tls.client_key_pem, DataOrFile(user, "client-key"));
  if (!step.ok()) return step;
  if (config->tls.client_cert_pem.empty() != config->tls.client_key_pem.empty()) {
    const bool no_key = config->tls.client_key_pem.empty();
    return user.Mistake(no_key ? "client-key" : "client-certificate",
                        "is missing; client-certificate and client-key belong together");
  }
  return base::Ok();
}

Result<ClientConfig> ReadContext(const Files& files, const std::string& name) {
  Result<KubeconfigNode> context = FindNamed(files, "contexts", name, "context");
  if (!context.ok()) return context.error();
  Result<std::string> cluster_name = context->Text("cluster");
  if (!cluster_name.ok()) return cluster_name.error();
  if (cluster_name->empty()) return context->Mistake("cluster", "is missing");
  Result<std::string> user_name = context->Text("user");
  if (!user_name.ok()) return user_name.error();

  ClientConfig config;
  config.source = "kubeconfig " + context->file() + ", context " + name;
  Result<KubeconfigNode> cluster = FindNamed(files, "clusters", *cluster_name, "cluster");
  if (!cluster.ok()) return cluster.error();
  Status step = ReadCluster(*cluster, &config);
  if (!step.ok()) return step.error();
  if (user_name->empty()) return config;  // anonymous
  Result<KubeconfigNode> user = FindNamed(files, "users", *user_name, "user");
  if (!user.ok()) return user.error();
  step = ReadUser(*user, &config);
  if (!step.ok()) return step.error();
  return config;
}

}  // namespace

Result<ClientConfig> LoadKubeconfigs(const std::vector<std::string>& paths,
                                     const std::string& context) {
  try {
    Result<Files> files = ReadFiles(paths);
    if (!files.ok()) return files.error();
    Result<std::string> name = context.empty() ? CurrentContext(*files) : context;
    if (!name.ok()) return name.error();
    return ReadContext(*files, *name);
  } catch (const YAML::Exception& e) {  // none is known: every access is checked before it is made
    return Error(ErrorCode::kInvalidInput, std::string("kubeconfig: ") + e.what());
  }
}

Result<ClientConfig> LoadKubeconfig(const std::string& path, const std::string& context) {
  return LoadKubeconfigs({path}, context);
}

}  // namespace structural::kube
