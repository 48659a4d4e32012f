// ClientConfig: the address of an API server and the credentials for it.
//
// Plain values, resolved and read: no field refers to a kubeconfig. Copyable; as thread-safe as a
// std::string. Contains secrets, so it must not be logged; logs name its `source`.
//
// Upstream: rest/config.go Config (client-go 0.37)
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace structural::kube {

// ExecConfig: the program that provides credentials, from a kubeconfig's users[].user.exec.
//
// Plain values. Arguments and environment may hold secrets: never logged.
//
// Upstream: clientcmd/api/types.go ExecConfig (client-go 0.37)
struct ExecConfig {
  // The cases in which the program may read from the terminal.
  enum class Interactive { kNever, kIfAvailable, kAlways };

  std::string command = {};  // a path, or a name that is searched in PATH
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // added to the process's environment
  std::string api_version = {};                               // client.authentication.k8s.io/v1 or v1beta1
  std::string install_hint = {};                              // message for users if the program does not exist
  Interactive interactive = Interactive::kNever;
  bool provide_cluster_info = false;
  // JSON of the cluster's extension for the program, passed on with the cluster; may be empty.
  std::string cluster_config = {};
};

// PEM texts, read from files or decoded from base64. A file is read again while the client runs,
// because issuers of certificates replace it.
struct TlsConfig {
  std::string ca_pem = {};   // the only trusted authorities; empty: the system's bundle
  std::string ca_file = {};  // absolute or relative to the working directory; may be empty
  // The leaf certificate first, then intermediates; empty: no client certificate.
  std::string client_cert_pem = {};
  std::string client_cert_file = {};
  std::string client_key_pem = {};  // unencrypted private key
  std::string client_key_file = {};
  // The name for SNI and verification; empty: the host of the URL.
  std::string server_name = {};
  bool insecure_skip_verify = false;

  bool operator==(const TlsConfig&) const = default;
};

// The user to impersonate, by the rights of the authenticated user. Empty: no impersonation.
struct Impersonation {
  std::string user = {};
  std::string uid = {};
  std::vector<std::string> groups = {};
  // Extra fields of the user; a key can be repeated.
  std::vector<std::pair<std::string, std::string>> extra = {};
};

struct ClientConfig {
  std::string server;  // URL: https://host:port[/prefix], or http:// for a local proxy
  TlsConfig tls;
  // Authentication in addition to a client certificate: at most one of token (and token_file) and
  // username. A plugin is only run without these and without a client certificate.
  std::string token;  // bearer token
  // File with a bearer token, read again at least every 60 s; replaces `token`.
  std::string token_file;
  std::string username;  // user name for basic authentication
  std::string password;
  std::optional<ExecConfig> exec;  // program that provides a token or a client certificate
  Impersonation impersonate;
  // URL of a proxy (http, https, socks5), may have a password; empty: direct.
  std::string proxy_url;
  bool disable_compression = false;
  bool in_cluster = false;  // the server is reached within the cluster's network
  // Timeout of one request, which the caller applies; nullopt: the client's default.
  std::optional<std::chrono::milliseconds> request_timeout;
  std::string context;            // name of a context of the kubeconfig; may be empty
  std::string default_namespace;  // namespace of the context or the Pod; may be empty
  std::string source;             // "kubeconfig PATH, context NAME", "in-cluster" or "command line"
};

}  // namespace structural::kube
