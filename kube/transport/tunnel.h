// Tunnel: a port on the loopback address that forwards to one server, through a proxy or directly.
//
// cpprestsdk supports only one kind of proxy, and reports little about the errors of a proxy. Therefore it connects to
// a Tunnel, which supports all kinds. Without TLS, the Tunnel also counts an answer's bytes before cpprestsdk reads
// them (ReceiveWindow). TLS is between cpprestsdk and the server: the Tunnel sees only encrypted bytes. The Tunnel
// closes connections of other processes.
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
    // TLS settings for a proxy of kind kHttps; null for another kind.
    std::shared_ptr<TlsClient> tls = nullptr;
    // Counts the bytes of answers without TLS; the Tunnel must then serve only one connection at a time. Null with TLS.
    std::shared_ptr<ReceiveWindow> window = nullptr;
  };

  // Opens a port, and forwards its connections from now on. kUnavailable: no port could be opened.
  static base::Result<std::shared_ptr<Tunnel>> Open(Target target);
  virtual ~Tunnel() = default;

  // Returns the Tunnel's port on 127.0.0.1.
  virtual int port() const = 0;

  // Returns the reason of the last failed connection, and clears it; empty if it is unknown. For example "proxy
  // proxy.example:3128: it answered 503 Service Unavailable".
  virtual std::string TakeFailure() = 0;
};

// Route: the way of connections to the server: the TLS settings and the Tunnel, which also have the reasons of
// failures. Cheap to copy. Thread-safe, because its parts are.
struct Route {
  std::shared_ptr<TlsClient> tls = nullptr;  // null for a server without TLS
  std::shared_ptr<Tunnel> tunnel = nullptr;  // null for a direct connection with TLS

  // Returns the reason of the last failed connection, such as "TLS: …" or "proxy …: …", and clears it; empty if it is
  // unknown.
  std::string TakeFailure() const {
    const std::string proxy = tunnel == nullptr ? "" : tunnel->TakeFailure();
    const std::string refusal = tls == nullptr ? "" : tls->TakeRefusal();
    if (!proxy.empty()) return proxy;  // takes precedence, because a failed proxy also causes a TLS error
    return refusal.empty() ? "" : "TLS: " + refusal;
  }
};

}  // namespace structural::kube
