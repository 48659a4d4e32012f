// Route: what lies between us and the server, and why a connection failed on it.
#pragma once

#include <memory>
#include <string>

#include "kube/tls/client.h"
#include "kube/transport/tunnel.h"

namespace structural::kube {

// Cheap to copy; as thread-safe as its parts.
struct Route {
  std::shared_ptr<TlsClient> tls = nullptr;  // null for a server without TLS
  std::shared_ptr<Tunnel> tunnel = nullptr;  // null without a proxy

  // Why the last connection that failed did, and forgets it: "TLS: …", "proxy …: …"; empty when
  // nothing is known.
  std::string TakeFailure() const {
    const std::string proxy = tunnel == nullptr ? "" : tunnel->TakeFailure();
    const std::string refusal = tls == nullptr ? "" : tls->TakeRefusal();
    if (!proxy.empty()) return proxy;  // and TLS has only seen the end that it led to
    return refusal.empty() ? "" : "TLS: " + refusal;
  }
};

}  // namespace structural::kube
