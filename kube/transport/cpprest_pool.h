// CppRestPool: the connections to one server, replaced when certificates are.
//
// For the cpprest_ files only: its headers cost six seconds.
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
#include "kube/tls/files.h"
#include "kube/transport/exchange.h"
#include "kube/transport/receive_window.h"
#include "kube/transport/tunnel.h"
#include "schema/base/result.h"

namespace structural::kube {

// One connection, opened again when it has ended. For one exchange at a time: so what comes in over
// it belongs to that.
struct PooledConnection {
  std::shared_ptr<ReceiveWindow> window;
  Route route;
  web::http::client::http_client client;
};

// Connections that share their certificates. Thread-safe.
class CppRestConnections {
 public:
  CppRestConnections(Route route, ServerUrl url, std::optional<ProxyUrl> proxy,
                     std::shared_ptr<ReceiveBudget> budget)
      : route_(std::move(route)),
        url_(std::move(url)),
        proxy_(std::move(proxy)),
        budget_(std::move(budget)) {}

  // One that rests, or a new one. The caller gives it back when its exchange has ended, or drops it,
  // which closes the connection.
  base::Result<std::unique_ptr<PooledConnection>> Take();
  void GiveBack(std::unique_ptr<PooledConnection> connection);

  // For a request that shall not meet an old connection. kUnavailable: there is no port for it.
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
  // kInvalidInput: a certificate, a key or a proxy that cannot be used.
  static base::Result<std::unique_ptr<CppRestPool>> New(const ClientConfig& config, ServerUrl url);

  // The connections to use with these credentials. Files that hold no usable certificate leave the
  // last ones in place; kInvalidInput: the credentials' own certificate cannot be used.
  base::Result<std::shared_ptr<CppRestConnections>> Get(const Credentials& credentials);

  // Looks at the files at once. True: they have changed since Get, new connections may do better.
  bool Renew();

  // Of this process's connections that leave it: the server's, or the proxy's.
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
  TlsConfig served_;  // the files as the last Get saw them
  TlsConfig tried_;   // what current_ was made of, or would have been
  std::shared_ptr<CppRestConnections> current_;
};

// Runs an Exchange over cpprestsdk. For cpprest_transport.cc only: its header costs six seconds.

// A request that was sent, until this object goes: what is still in flight then is cancelled and
// its connection closed. Owned by one thread.
class CppRestExchange {
 public:
  // On a connection that serves no other exchange.
  CppRestExchange(PooledConnection& connection, const web::http::http_request& request,
                  Exchange::Wanted wanted);
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

// An error of that library: the connection broke while a request was written or before its answer
// began, as it does when the server had closed a pooled connection.
bool IsBrokenConnection(const base::Error& error);

// An error of that library: the TLS handshake failed, on whichever side.
bool IsTlsRefusal(const base::Error& error);

}  // namespace structural::kube
