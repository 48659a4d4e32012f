// How a proxy is asked to connect us to a server.
#pragma once

#include <string>

#include "kube/config/server_url.h"
#include "kube/transport/channel.h"
#include "schema/base/result.h"

namespace structural::kube {

// Speaks with the proxy, as its kind wants it, until the connection leads to host:port.
// kUnavailable: the proxy refuses, with its reason in words, or does not speak its protocol; errors
// of WaitLimits. Names are resolved by the proxy.
base::Status AskProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                      const WaitLimits& limits);

}  // namespace structural::kube
