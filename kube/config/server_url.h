// ServerUrl: the parts of ClientConfig::server.
#pragma once

#include <string>

#include "schema/base/result.h"

namespace structural::kube {

struct ServerUrl {
  bool tls = true;
  std::string host;  // a name or an address; an IPv6 address without brackets
  int port = 443;
  std::string prefix;  // of every path: "" or "/k8s/clusters/c-1", no slash at the end

  bool IsIpv6() const { return host.find(':') != std::string::npos; }
  // "10.0.0.1:6443", "[::1]:6443"
  std::string Authority() const;
  // "https://" and the authority: for messages.
  std::string Origin() const;
};

// kInvalidInput: not http:// or https://, no host, a bad port, or credentials, a query or a
// fragment in it.
base::Result<ServerUrl> ParseServerUrl(const std::string& text);

// ProxyUrl: the parts of a proxy's URL.
struct ProxyUrl {
  enum class Kind { kHttp, kHttps, kSocks5 };

  Kind kind = Kind::kHttp;
  std::string host = {};  // a name or an address; an IPv6 address without brackets
  int port = 0;
  std::string username = {};  // empty: none
  std::string password = {};

  // "proxy.example:3128": for messages.
  std::string Authority() const;
};

// http://, https:// or socks5:// (socks5h:// is the same: names are resolved by the proxy), with a
// user and password if need be, percent-encoded.
// kInvalidInput: anything else. The message never repeats the URL, it may hold a password.
// Upstream: clientcmd/helpers.go parseProxyURL (client-go 0.37)
base::Result<ProxyUrl> ParseProxyUrl(const std::string& text);

}  // namespace structural::kube
