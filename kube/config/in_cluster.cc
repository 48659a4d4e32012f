#include "kube/config/in_cluster.h"

#include "kube/config/read_file.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;

std::string JoinHostPort(const std::string& host, const std::string& port) {
  const bool ipv6 = host.find(':') != std::string::npos && host.front() != '[';
  return (ipv6 ? "[" + host + "]" : host) + ":" + port;
}

}  // namespace

base::Result<ClientConfig> LoadInClusterConfig(const Environment& environment,
                                               const FileWait& wait) {
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
  base::Result<std::string> ca =
      ReadSmallFile(environment.service_account_folder + "/ca.crt", wait);
  for (const auto* file : {&token, &ca}) {
    if (file->ok()) continue;
    return Error(ErrorCode::kInvalidInput,
                 "in-cluster: " + file->error().message() +
                     "; the Pod needs a service account (automountServiceAccountToken: true)");
  }
  config.token = std::move(*token);
  config.tls.ca_pem = std::move(*ca);
  config.tls.ca_file = environment.service_account_folder + "/ca.crt";
  base::Result<std::string> own =
      ReadSmallFile(environment.service_account_folder + "/namespace", wait);
  if (own.ok()) config.default_namespace = std::move(*own);
  return config;
}

}  // namespace structural::kube
