// ServerUrl: the parts of ClientConfig::server.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::kube {

struct ServerUrl {
  bool tls = true;
  std::string host;  // name or address; an IPv6 address without brackets
  int port = 443;
  std::string prefix;  // start of every path: "" or "/k8s/clusters/c-1", without a slash at the end

  bool IsIpv6() const { return host.find(':') != std::string::npos; }
  // Returns "10.0.0.1:6443" or "[::1]:6443".
  std::string Authority() const;
  // Returns "https://" and the authority, for messages.
  std::string Origin() const;
};

// Reads a server's URL. kInvalidInput: another scheme than http:// or https://, no host, an invalid port, or
// credentials, a query or a fragment.
base::Result<ServerUrl> ParseServerUrl(const std::string& text);

// ProxyUrl: the parts of a proxy's URL.
struct ProxyUrl {
  enum class Kind { kHttp, kHttps, kSocks5 };

  Kind kind = Kind::kHttp;
  std::string host = {};  // name or address; an IPv6 address without brackets
  int port = 0;
  std::string username = {};  // may be empty
  std::string password = {};

  // Returns "proxy.example:3128", for messages.
  std::string Authority() const;
};

// Reads an http://, https:// or socks5:// URL (socks5h:// is the same: the proxy resolves names),
// optionally with a percent-encoded user and password. kInvalidInput: any other text. The message
// does not repeat the URL, because it may contain a password.
// Upstream: clientcmd/helpers.go parseProxyURL (client-go 0.37)
base::Result<ProxyUrl> ParseProxyUrl(const std::string& text);

}  // namespace structural::kube
