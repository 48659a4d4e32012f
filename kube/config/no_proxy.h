// Which servers are reached without the environment's proxy.
#pragma once

#include <string>

namespace structural::kube {

// Whether NO_PROXY, a list like "10.0.0.0/8, .svc, api.example:6443, *", leaves the server to the
// proxy. Loopback addresses and localhost never go there. `host` has no brackets.
// Upstream: x/net http/httpproxy/proxy.go useProxy (0.57)
bool UsesProxy(const std::string& host, int port, const std::string& no_proxy);

}  // namespace structural::kube
