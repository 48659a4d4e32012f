// ServerUrl: the parts of ClientConfig::server.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::kube {

struct ServerUrl {
  bool tls = true;
  std::string host;  // name or address; an IPv6 address has no brackets
  int port = 443;
  std::string prefix;  // start of the path of every request: "" or "/k8s/clusters/c-1", without a slash at the end

  bool IsIpv6() const { return host.find(':') != std::string::npos; }
  // Returns "10.0.0.1:6443" or "[::1]:6443".
  std::string Authority() const;
  // Returns the URL without its prefix, such as "https://10.0.0.1:6443", for messages.
  std::string Origin() const;
};

// Reads a server's URL. kInvalidInput: the scheme is not http:// or https://, the host is missing, the port is invalid,
// or the URL has credentials, a query or a fragment.
base::Result<ServerUrl> ParseServerUrl(const std::string& text);

// ProxyUrl: the parts of a proxy's URL.
struct ProxyUrl {
  enum class Kind { kHttp, kHttps, kSocks5 };

  Kind kind = Kind::kHttp;
  std::string host = {};  // name or address; an IPv6 address has no brackets
  int port = 0;
  std::string username = {};  // empty if the proxy needs none
  std::string password = {};

  // Returns "proxy.example:3128", for messages.
  std::string Authority() const;
};

// Reads the URL of a proxy: http://, https:// or socks5://, optionally with a percent-encoded user and password. The
// scheme socks5h:// means the same as socks5://: the proxy resolves names. kInvalidInput: any other text. The message
// does not repeat the URL, because it can contain a password.
// Upstream: clientcmd/helpers.go parseProxyURL (client-go 0.37)
base::Result<ProxyUrl> ParseProxyUrl(const std::string& text);

}  // namespace structural::kube
