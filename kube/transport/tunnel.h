// Tunnel: a port on the loopback address that forwards to one server, through a proxy or directly.
//
// cpprestsdk supports one kind of proxy and reports little about its errors. A Tunnel supports all kinds, and the HTTP
// library connects to the Tunnel. Without TLS the Tunnel also counts an answer's bytes before the library reads them
// (ReceiveWindow). TLS is between the library and the server, so another program that connects to the port reaches only
// that server. Connections of other processes are closed.
//
// Thread-safe. The destructor ends its threads and connections.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kube/config/server_url.h"
#include "kube/tls/client.h"
#include "kube/transport/receive_window.h"
#include "schema/base/result.h"

namespace structural::kube {

class Tunnel {
 public:
  struct Target {
    std::string host = {};  // without brackets
    int port = 0;
    std::optional<ProxyUrl> proxy = std::nullopt;
    // TLS settings for a proxy of kind kHttps, otherwise null.
    std::shared_ptr<TlsClient> tls = nullptr;
    // Counts the bytes of answers that are not encrypted; may be null. The Tunnel has one connection at a time.
    std::shared_ptr<ReceiveWindow> window = nullptr;
  };

  // kUnavailable: no port could be opened.
  static base::Result<std::shared_ptr<Tunnel>> Open(Target target);
  virtual ~Tunnel() = default;

  // The port on 127.0.0.1.
  virtual int port() const = 0;

  // Returns the reason of the last failed connection, and clears it; empty if unknown. For example
  // "proxy proxy.example:3128: it answered 503 Service Unavailable".
  virtual std::string TakeFailure() = 0;
};

// Route: the TLS settings and the tunnel of connections to the server, and the reasons of their
// failures.
// Cheap to copy; as thread-safe as its parts.
struct Route {
  std::shared_ptr<TlsClient> tls = nullptr;  // null for a server without TLS
  std::shared_ptr<Tunnel> tunnel = nullptr;  // null without a proxy

  // Returns the reason of the last failed connection, and clears it: "TLS: …", "proxy …: …"; empty
  // if unknown.
  std::string TakeFailure() const {
    const std::string proxy = tunnel == nullptr ? "" : tunnel->TakeFailure();
    const std::string refusal = tls == nullptr ? "" : tls->TakeRefusal();
    if (!proxy.empty()) return proxy;  // a failed proxy also causes a TLS error, so the proxy's error is returned
    return refusal.empty() ? "" : "TLS: " + refusal;
  }
};

}  // namespace structural::kube
