// Tunnel: a port of our own on the loopback address that leads through a proxy to one server.
//
// cpprestsdk knows one kind of proxy and tells little about it; a Tunnel speaks to any, and the
// library connects to the Tunnel. TLS with the server is spoken through it, so whoever connects
// here by mistake gets nothing but that server; connections that are not this process's own are
// closed.
//
// Thread-safe. Its threads end with it, and with them the connections.
#pragma once

#include <memory>
#include <string>

#include "kube/config/proxy_url.h"
#include "kube/tls/client.h"
#include "schema/base/result.h"

namespace structural::kube {

class Tunnel {
 public:
  // `tls` secures the connection to a proxy of kind kHttps, null otherwise. `host` has no brackets.
  // kUnavailable: no port could be opened.
  static base::Result<std::shared_ptr<Tunnel>> Open(ProxyUrl proxy, std::shared_ptr<TlsClient> tls,
                                                    std::string host, int port);
  virtual ~Tunnel() = default;

  // Of 127.0.0.1.
  virtual int port() const = 0;

  // Why the last connection that failed did, and forgets it; empty when nothing is known:
  // "proxy proxy.example:3128: it answered 503 Service Unavailable".
  virtual std::string TakeFailure() = 0;
};

}  // namespace structural::kube
