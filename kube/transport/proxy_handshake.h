// ConnectThroughProxy: makes a proxy connect to a server.
#pragma once

#include <string>

#include "kube/config/server_url.h"
#include "kube/transport/channel.h"
#include "schema/base/result.h"

namespace structural::kube {

// Uses the proxy's protocol until the connection leads to host:port. The proxy resolves names.
// kUnavailable: the proxy refuses, with its reason, or does not use its protocol; errors of
// WaitLimits.
base::Status ConnectThroughProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                                 const WaitLimits& limits);

}  // namespace structural::kube
