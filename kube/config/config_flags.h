// ConfigFlags: what a command line says about the API server, under kubectl's names and with
// kubectl's meaning.
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

// Empty: not given. Files are relative to the working directory.
struct ConfigFlags {
  std::string kubeconfig = {};
  std::string context = {};
  std::string cluster = {};  // the kubeconfig's entry, instead of the context's
  std::string user = {};

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

  // Of all files that are read for these, the kubeconfig's and those that it names.
  FileWait wait = {};

  // Whether the flags take the place of a kubeconfig's authorities or client certificate: those
  // are not even read then.
  bool ReplaceAuthority() const {
    return insecure_skip_tls_verify || !certificate_authority.empty();
  }
  bool ReplaceCertificate() const { return !client_certificate.empty() || !client_key.empty(); }
};

// Puts the flags in place of what a kubeconfig or the cluster said. A --server comes without the
// other one's tls-server-name, a --token without its other ways to authenticate by header.
// kInvalidInput: a file that cannot be read, half of a pair; the message names the flag.
base::Status ApplyFlags(const ConfigFlags& flags, ClientConfig* config);

// "30", "1m30s", "500ms" as kubectl's --request-timeout takes them; none: it is not one.
// Upstream: clientcmd/helpers.go ParseTimeout (client-go 0.37)
std::optional<std::chrono::milliseconds> ParseTimeout(const std::string& text);

}  // namespace structural::kube
