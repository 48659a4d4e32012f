// ConfigFlags: the flags that select the API server and the credentials, with kubectl's names and meaning.
//
// Upstream: clientcmd/overrides.go ConfigOverrides, client_config.go (client-go 0.37)
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kube/config/config.h"
#include "kube/config/read_file.h"
#include "schema/base/result.h"

namespace structural::kube {

// An empty field means that the flag is not set. Files are relative to the working directory.
struct ConfigFlags {
  std::string kubeconfig = {};
  std::string context = {};
  std::string cluster = {};  // name of a cluster in the kubeconfig, which replaces that of the context
  std::string user = {};     // name of a user in the kubeconfig, which replaces that of the context

  std::string server = {};
  std::string tls_server_name = {};
  std::string certificate_authority = {};
  bool insecure_skip_tls_verify = false;
  bool disable_compression = false;

  std::string token = {};
  std::string username = {};
  std::string password = {};
  std::string client_certificate = {};
  std::string client_key = {};
  Impersonation impersonate = {};

  std::optional<std::chrono::milliseconds> request_timeout = std::nullopt;  // zero: no limit

  // The limit of the wait for each file that is read: the kubeconfig, and the files that it or a flag names.
  FileWait wait = {};

  // ReplaceAuthority returns whether flags replace the authorities of a kubeconfig, and ReplaceCertificate whether they
  // replace its client certificate. A kubeconfig's values that flags replace are not read.
  bool ReplaceAuthority() const { return insecure_skip_tls_verify || !certificate_authority.empty(); }
  bool ReplaceCertificate() const { return !client_certificate.empty() || !client_key.empty(); }
};

// Replaces values of the config by those of the flags that are set. --server also removes tls-server-name, and --token
// also removes the token file. kInvalidInput: a file cannot be read, or a flag cannot be used without another flag,
// with another flag, or with this config. The message names the flag.
base::Status ApplyFlags(const ConfigFlags& flags, ClientConfig* config);

// Reads a duration in the format of kubectl's --request-timeout: "30" (seconds), "1m30s" or "500ms". Returns nullopt
// for other texts.
// Upstream: clientcmd/helpers.go ParseTimeout (client-go 0.37)
std::optional<std::chrono::milliseconds> ParseTimeout(const std::string& text);

}  // namespace structural::kube
