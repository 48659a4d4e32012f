// Environment: the process's environment as a value, so that tests need not change the real one.
#pragma once

#include <functional>
#include <string>

#include "schema/base/result.h"

namespace structural::kube {

struct Environment {
  // Returns the value of an environment variable, empty if it is not set.
  std::function<std::string(const std::string& name)> variable;
  // The folder with a Pod's token and the cluster's CA.
  std::string service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

  // Returns the process's environment. Variables are read at each access.
  static Environment OfProcess();
};

// Returns the URL of the environment's proxy for a server; empty: a direct connection. Reads
// HTTPS_PROXY for https:// and HTTP_PROXY for http://, unless NO_PROXY lists the server; also with
// names in lower case. A value without a scheme is an http:// proxy. An invalid server URL has no
// proxy. kInvalidInput: a value is not the URL of a proxy; the message names the variable.
// Upstream: x/net http/httpproxy/proxy.go (0.57)
base::Result<std::string> ProxyFromEnvironment(const std::string& server, const Environment& environment);

// Returns whether the proxy is used for the server with this NO_PROXY, a list like "10.0.0.0/8,
// .svc, api.example:6443, *". Loopback addresses and localhost never use it. `host` has no
// brackets.
// Upstream: x/net http/httpproxy/proxy.go useProxy (0.57)
bool UsesProxy(const std::string& host, int port, const std::string& no_proxy);

}  // namespace structural::kube
