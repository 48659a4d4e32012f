// The proxy that the environment asks for.
#pragma once

#include <string>

#include "kube/config/environment.h"
#include "schema/base/result.h"

namespace structural::kube {

// The proxy's URL for a server, empty when it is reached directly: HTTPS_PROXY for https://,
// HTTP_PROXY for http://, unless NO_PROXY names it; the names in lower case do too. A value without
// a scheme is an http:// proxy. A server that cannot be read has none.
// kInvalidInput: a value that is no proxy's URL; the message names the variable.
// Upstream: x/net http/httpproxy/proxy.go (0.57)
base::Result<std::string> ProxyFromEnvironment(const std::string& server,
                                               const Environment& environment);

}  // namespace structural::kube
