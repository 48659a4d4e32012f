// CppRestPool: the pool of connections to one server. When certificates change, new connections replace the old ones.
//
// Must only be included by the files cpprest_*, because its headers cost six seconds of compile time.
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

// PooledConnection: one connection, which the HTTP library opens again after it was closed. It serves one exchange at a
// time, so all incoming bytes belong to that exchange.
struct PooledConnection {
  std::shared_ptr<ReceiveWindow> window;
  Route route;
  web::http::client::http_client client;
};

// CppRestConnections: connections to one server that use the same certificates. Thread-safe.
class CppRestConnections {
 public:
  CppRestConnections(Route route, ServerUrl url, std::optional<ProxyUrl> proxy, std::shared_ptr<ReceiveBudget> budget)
      : route_(std::move(route)), url_(std::move(url)), proxy_(std::move(proxy)), budget_(std::move(budget)) {}

  // Take returns an idle connection, or a new one if none is idle. After the exchange, the caller must pass the
  // connection to Return, or destroy it, which closes it. Errors of Take: those of New.
  base::Result<std::unique_ptr<PooledConnection>> Take();
  void Return(std::unique_ptr<PooledConnection> connection);

  // Returns a new connection, for a request that must not use an idle one. kUnavailable: no port is available for the
  // connection's Tunnel.
  base::Result<std::unique_ptr<PooledConnection>> New() const;

 private:
  const Route route_;
  const ServerUrl url_;
  const std::optional<ProxyUrl> proxy_;
  const std::shared_ptr<ReceiveBudget> budget_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PooledConnection>> idle_connections_;
};

// CppRestPool: the current CppRestConnections of one server. Thread-safe.
class CppRestPool {
 public:
  // Creates a pool. kInvalidInput: a certificate, key or proxy cannot be used.
  static base::Result<std::unique_ptr<CppRestPool>> New(const ClientConfig& config, ServerUrl url);

  // Returns the connections for these credentials. If a file of the config no longer has a usable certificate, the last
  // one stays in use. kInvalidInput: the certificate in the credentials cannot be used.
  base::Result<std::shared_ptr<CppRestConnections>> Get(const Credentials& credentials);

  // Reads the certificate files now. Returns true if they have changed since the last Get, so that a new connection can
  // succeed after an old one has failed.
  bool Renew();

  // Returns the port to which this process connects: the proxy's, or without a proxy the server's.
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
  TlsConfig last_config_;       // config with the content of the files at the last Get
  TlsConfig attempted_config_;  // config of current_connections_, or of the last failed attempt to replace them
  std::shared_ptr<CppRestConnections> current_connections_;
};

// CppRestExchange: an Exchange over cpprestsdk. If the exchange has not ended, the destructor cancels it and closes its
// connection. Used by one thread.
class CppRestExchange {
 public:
  // Sends the request. The connection must not serve another exchange at the same time.
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

// Returns whether the error of the HTTP library means that the connection broke before the answer began. For example,
// the server had closed an idle connection.
bool IsBrokenConnection(const base::Error& error);

// Returns whether the error of the HTTP library means that the TLS handshake failed.
bool IsTlsRefusal(const base::Error& error);

}  // namespace structural::kube
