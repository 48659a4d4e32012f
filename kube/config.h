// ClientConfig: where an API server is and how to authenticate to it.
//
// Plain values, resolved and read: no field refers to a kubeconfig's names any more. Copyable; as
// thread-safe as a std::string. Holds secrets, so it is never logged; `source` is what logs name.
//
// Upstream: rest/config.go Config (client-go 0.37)
#pragma once

#include <string>

namespace structural::kube {

// PEM texts, as read from files or decoded from base64.
struct TlsConfig {
  std::string ca_pem = {};  // the only authorities trusted; empty: the system's bundle
  // Leaf first, intermediates after it; empty: no client certificate.
  std::string client_cert_pem = {};
  std::string client_key_pem = {};   // not encrypted
  // The name to ask for (SNI) and to verify; empty: the host of the URL.
  std::string server_name = {};
  bool insecure_skip_verify = false;
};

struct ClientConfig {
  std::string server;  // https://host:port[/prefix], or http:// for a local proxy
  TlsConfig tls;
  std::string token;       // bearer token
  std::string token_file;  // read again at least every 60 s; goes before `token` once it was read
  std::string source;      // "kubeconfig PATH, context NAME" or "in-cluster"
};

}  // namespace structural::kube
