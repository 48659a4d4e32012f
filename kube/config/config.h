// ClientConfig: the address of an API server and the credentials for it.
//
// A plain value: everything that the kubeconfig refers to was read already. Contains secrets, so it must not be logged;
// logs name its `source` instead.
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
// A plain value. Must not be logged, because arguments and environment can contain secrets.
//
// Upstream: clientcmd/api/types.go ExecConfig (client-go 0.37)
struct ExecConfig {
  // Whether the program can read from the terminal: never, if standard input is a terminal, or always. With kAlways, it
  // is an error if standard input is not a terminal.
  enum class Interactive { kNever, kIfAvailable, kAlways };

  std::string command = {};  // a path, or a name that is searched in PATH
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // variables in addition to the process's environment
  std::string api_version = {};                               // client.authentication.k8s.io/v1 or v1beta1
  std::string install_hint = {};                              // message for users if the program does not exist
  Interactive interactive = Interactive::kNever;
  bool provide_cluster_info = false;  // the program gets the server's address and authorities
  // The cluster's extension for the program, as JSON; empty if it has none. The program gets it if provide_cluster_info
  // is set.
  std::string cluster_config = {};
};

// The certificates and the key for TLS, as PEM texts. If a text comes from a file, the path is stored, too, so that the
// file can be read again while the client runs: issuers of certificates replace it.
struct TlsConfig {
  std::string ca_pem = {};   // the only trusted authorities; empty: those of the system are trusted
  std::string ca_file = {};  // file of ca_pem, relative to the working directory; empty if not from a file
  // The leaf certificate first, then intermediates; empty: no client certificate.
  std::string client_cert_pem = {};
  std::string client_cert_file = {};
  std::string client_key_pem = {};  // unencrypted private key
  std::string client_key_file = {};
  // Server name for SNI and for the verification of the certificate; empty: the host of the URL.
  std::string server_name = {};
  bool insecure_skip_verify = false;

  bool operator==(const TlsConfig&) const = default;
};

// The user that requests impersonate, if the authenticated user has the right to do so. All fields empty: none.
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
  // Authentication in addition to a client certificate: either a token or a user name, or neither. The plugin `exec` is
  // used only without token, user name and client certificate.
  std::string token;  // bearer token
  // File with a bearer token, which is used instead of `token`. It is read again at least every 60 s.
  std::string token_file;
  std::string username;  // user name for basic authentication
  std::string password;
  std::optional<ExecConfig> exec;  // program that provides a token or a client certificate
  Impersonation impersonate;
  // URL of a proxy (http, https or socks5), which can contain a password; empty: the connection is direct.
  std::string proxy_url;
  bool disable_compression = false;
  bool in_cluster = false;  // the server is reached within the cluster's network
  // Value of --request-timeout for ClientOptions::request_timeout; nullopt: the default of ClientOptions.
  std::optional<std::chrono::milliseconds> request_timeout;
  std::string context;            // name of the context in the kubeconfig; empty if the config has none
  std::string default_namespace;  // namespace of the context or of the Pod; empty if neither sets one
  std::string source;             // origin: "kubeconfig PATH, context NAME", "in-cluster" or "command line"
};

}  // namespace structural::kube
