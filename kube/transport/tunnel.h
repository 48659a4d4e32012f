// Tunnel: a port of our own on the loopback address that leads to one server, through a proxy or
// without one.
//
// cpprestsdk knows one kind of proxy and tells little about it; a Tunnel speaks to any, and the
// library connects to the Tunnel. Without TLS it is also where an answer's bytes are counted before
// the library has them (ReceiveWindow). TLS with the server is spoken through it, so whoever
// connects here by mistake gets nothing but that server; connections that are not this process's
// own are closed.
//
// Thread-safe. Its threads end with it, and with them the connections.
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
    std::shared_ptr<TlsClient> tls = nullptr;  // to a proxy of kind kHttps, null otherwise
    // Of the one connection that is carried at a time, where its answers are not encrypted.
    std::shared_ptr<ReceiveWindow> window = nullptr;
  };

  // kUnavailable: no port could be opened.
  static base::Result<std::shared_ptr<Tunnel>> Open(Target target);
  virtual ~Tunnel() = default;

  // Of 127.0.0.1.
  virtual int port() const = 0;

  // Why the last connection that failed did, and forgets it; empty when nothing is known:
  // "proxy proxy.example:3128: it answered 503 Service Unavailable".
  virtual std::string TakeFailure() = 0;
};

// Route: what lies between us and the server, and why a connection failed on it.
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
