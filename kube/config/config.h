// ClientConfig: where an API server is and how to authenticate to it.
//
// Plain values, resolved and read: no field refers to a kubeconfig's names any more. Copyable; as
// thread-safe as a std::string. Holds secrets, so it is never logged; `source` is what logs name.
//
// Upstream: rest/config.go Config (client-go 0.37)
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace structural::kube {

// ExecConfig: the program that gets credentials, as a kubeconfig's users[].user.exec names it.
//
// Plain values. Arguments and environment may hold secrets: never logged.
//
// Upstream: clientcmd/api/types.go ExecConfig (client-go 0.37)
struct ExecConfig {
  // Whether the program may talk to who sits at the terminal.
  enum class Interactive { kNever, kIfAvailable, kAlways };

  std::string command = {};  // a path, or a name that is searched in PATH
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // added to the process's own
  std::string api_version = {};   // client.authentication.k8s.io/v1 or v1beta1
  std::string install_hint = {};  // for people, when the program is not there
  Interactive interactive = Interactive::kNever;
  bool provide_cluster_info = false;
  // The cluster's extension of that name, JSON, handed on with the cluster; empty: none.
  std::string cluster_config = {};
};

// PEM texts, as read from files or decoded from base64. A text that came from a file names it: it
// is read again while the client runs, because whoever issues certificates replaces them there.
struct TlsConfig {
  std::string ca_pem = {};   // the only authorities trusted; empty: the system's bundle
  std::string ca_file = {};  // absolute or relative to the working directory; empty: none
  // Leaf first, intermediates after it; empty: no client certificate.
  std::string client_cert_pem = {};
  std::string client_cert_file = {};
  std::string client_key_pem = {};  // not encrypted
  std::string client_key_file = {};
  // The name to ask for (SNI) and to verify; empty: the host of the URL.
  std::string server_name = {};
  bool insecure_skip_verify = false;

  bool operator==(const TlsConfig&) const = default;
};

// Whom to act as, by the rights of the user who authenticates. No user: nobody else.
struct Impersonation {
  std::string user = {};
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::vector<std::pair<std::string, std::string>> extra = {};  // a key may come several times
};

struct ClientConfig {
  std::string server;  // https://host:port[/prefix], or http:// for a local proxy
  TlsConfig tls;
  // How to authenticate besides a client certificate: at most one of token (and token_file) and
  // username. A plugin is only run where there is none of these, and no client certificate.
  std::string token;       // bearer token
  std::string token_file;  // read again at least every 60 s; goes before `token` once it was read
  std::string username;    // basic authentication
  std::string password;
  std::optional<ExecConfig> exec;  // a program that gets a token or a client certificate
  Impersonation impersonate;
  std::string proxy_url;  // http://, https:// or socks5://, with a password maybe; empty: direct
  bool disable_compression = false;
  bool in_cluster = false;  // the network between is the cluster's own
  // Of one request, for the calls that make them; none: the client's own.
  std::optional<std::chrono::milliseconds> request_timeout;
  std::string context;            // the kubeconfig's that was used; empty: none
  std::string default_namespace;  // of the context or the Pod; empty: none is named
  std::string source;             // "kubeconfig PATH, context NAME", "in-cluster" or "command line"
};

}  // namespace structural::kube
