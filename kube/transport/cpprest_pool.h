// CppRestPool: the connections to one server, replaced when certificates change.
//
// Only for the cpprest_ files: its headers cost six seconds of compile time.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <cpprest/http_client.h>

#include "kube/config/config.h"
#include "kube/config/server_url.h"
#include "kube/credentials/credentials.h"
#include "kube/tls/material.h"
#include "kube/transport/exchange.h"
#include "kube/transport/receive_window.h"
#include "kube/transport/tunnel.h"
#include "schema/base/result.h"

namespace structural::kube {

// One connection, which is opened again after it has ended. It serves one exchange at a time, so
// all incoming bytes belong to that exchange.
struct PooledConnection {
  std::shared_ptr<ReceiveWindow> window;
  Route route;
  web::http::client::http_client client;
};

// CppRestConnections: connections with the same certificates. Thread-safe.
class CppRestConnections {
 public:
  CppRestConnections(Route route, ServerUrl url, std::optional<ProxyUrl> proxy, std::shared_ptr<ReceiveBudget> budget)
      : route_(std::move(route)), url_(std::move(url)), proxy_(std::move(proxy)), budget_(std::move(budget)) {}

  // Returns an idle connection, or a new one. After its exchange has ended, the caller gives it
  // back, or drops it, which closes the connection.
  base::Result<std::unique_ptr<PooledConnection>> Take();
  void Return(std::unique_ptr<PooledConnection> connection);

  // Returns a new connection, for a request that must not use an idle one. kUnavailable: no port is
  // available.
  base::Result<std::unique_ptr<PooledConnection>> New() const;

 private:
  const Route route_;
  const ServerUrl url_;
  const std::optional<ProxyUrl> proxy_;
  const std::shared_ptr<ReceiveBudget> budget_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PooledConnection>> resting_;
};

// Thread-safe.
class CppRestPool {
 public:
  // kInvalidInput: a certificate, key or proxy cannot be used.
  static base::Result<std::unique_ptr<CppRestPool>> New(const ClientConfig& config, ServerUrl url);

  // Returns the connections for these credentials. If a file has no usable certificate, the last
  // one stays in use. kInvalidInput: the credentials' own certificate cannot be used.
  base::Result<std::shared_ptr<CppRestConnections>> Get(const Credentials& credentials);

  // Reads the files now. Returns true if they have changed since Get, so that new connections may
  // succeed.
  bool Renew();

  // Returns the port of the connections that leave this process: the server's or the proxy's.
  int peer_port() const { return proxy_ ? proxy_->port : url_.port; }

 private:
  CppRestPool(const TlsConfig& config, ServerUrl url, std::optional<ProxyUrl> proxy)
      : url_(std::move(url)), proxy_(std::move(proxy)), files_(config) {}

  base::Result<Route> FindRoute(const TlsConfig& config) const;
  base::Result<std::shared_ptr<CppRestConnections>> Connect(const TlsConfig& config) const;

  const ServerUrl url_;
  const std::optional<ProxyUrl> proxy_;
  const std::shared_ptr<ReceiveBudget> budget_ = std::make_shared<ReceiveBudget>(kMaxReceivedBytes);
  TlsFiles files_;
  std::mutex mutex_;
  TlsConfig served_;  // content of the files at the last Get
  TlsConfig tried_;   // config of current_, or of the last attempt
  std::shared_ptr<CppRestConnections> current_;
};

// CppRestExchange: a request in flight over cpprestsdk. The destructor cancels it if it has not
// ended, and closes its connection. Used by one thread.
class CppRestExchange {
 public:
  // The connection must not serve another exchange.
  CppRestExchange(PooledConnection& connection, const web::http::http_request& request, Exchange::WakeCondition wanted);
  ~CppRestExchange();
  CppRestExchange(const CppRestExchange&) = delete;
  CppRestExchange& operator=(const CppRestExchange&) = delete;

  Exchange& operator*() const { return *exchange_; }
  Exchange* operator->() const { return exchange_.get(); }

 private:
  const std::shared_ptr<Exchange> exchange_;
  const std::shared_ptr<ReceiveWindow> window_;
  pplx::cancellation_token_source cancel_;
};

// Returns whether the HTTP library reports a connection that broke while a request was written or before its answer
// began, for example a pooled connection that the server had closed.
bool IsBrokenConnection(const base::Error& error);

// Returns whether the HTTP library reports a failed TLS handshake.
bool IsTlsRefusal(const base::Error& error);

}  // namespace structural::kube
