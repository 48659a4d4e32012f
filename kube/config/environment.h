// Environment: what this process was given by its surroundings, as a value, so that tests need not
// change the real one.
#pragma once

#include <functional>
#include <string>

#include "schema/base/result.h"

namespace structural::kube {

struct Environment {
  // An environment variable's value, empty when it is not set.
  std::function<std::string(const std::string& name)> variable;
  // Where a Pod finds its token and the cluster's CA.
  std::string service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

  // The process's own. Reads variables when asked.
  static Environment OfProcess();
};

// The proxy that the environment asks for.
// The proxy's URL for a server, empty when it is reached directly: HTTPS_PROXY for https://,
// HTTP_PROXY for http://, unless NO_PROXY names it; the names in lower case do too. A value without
// a scheme is an http:// proxy. A server that cannot be read has none.
// kInvalidInput: a value that is no proxy's URL; the message names the variable.
// Upstream: x/net http/httpproxy/proxy.go (0.57)
base::Result<std::string> ProxyFromEnvironment(const std::string& server,
                                               const Environment& environment);

// Which servers are reached without the environment's proxy.
// Whether NO_PROXY, a list like "10.0.0.0/8, .svc, api.example:6443, *", leaves the server to the
// proxy. Loopback addresses and localhost never go there. `host` has no brackets.
// Upstream: x/net http/httpproxy/proxy.go useProxy (0.57)
bool UsesProxy(const std::string& host, int port, const std::string& no_proxy);

}  // namespace structural::kube
