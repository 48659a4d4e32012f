// Environment: the process's environment as a value. Tests pass another value instead of changing the real environment.
#pragma once

#include <functional>
#include <string>

#include "schema/base/result.h"

namespace structural::kube {

struct Environment {
  // Returns the value of an environment variable; empty if it is not set.
  std::function<std::string(const std::string& name)> variable;
  // The folder with a Pod's token and the cluster's CA.
  std::string service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

  // Returns the process's environment. `variable` reads the current value at each call.
  static Environment OfProcess();
};

// Returns the URL of the proxy that the environment sets for a server; empty for a direct connection. Reads HTTPS_PROXY
// for https:// and HTTP_PROXY for http://, unless NO_PROXY lists the server. The names of the variables can also be in
// lower case. A value without a scheme is an http:// proxy. Returns an empty text for an invalid server URL.
// kInvalidInput: a value is not the URL of a proxy; the message names the variable.
// Upstream: x/net http/httpproxy/proxy.go (0.57)
base::Result<std::string> ProxyFromEnvironment(const std::string& server, const Environment& environment);

// Returns whether a proxy is used for the server. `no_proxy` is the value of NO_PROXY, a list such as "10.0.0.0/8,
// .svc, api.example:6443, *". Returns false for localhost and loopback addresses. `host` has no brackets.
// Upstream: x/net http/httpproxy/proxy.go useProxy (0.57)
bool UsesProxy(const std::string& host, int port, const std::string& no_proxy);

}  // namespace structural::kube
