#include "kube/transport/cpprest_pool.h"

#include <utility>

#include <boost/asio/ssl/context.hpp>

#include "kube/config/secrets.h"

namespace structural::kube {
namespace {

using base::Result;
using web::http::client::http_client;
using web::http::client::http_client_config;

// The library's timeout only detects silence, and treats a slow reader as one. This code has its
// own deadlines, so the library's is disabled.
constexpr std::chrono::hours kNever{24};

http_client_config ConfigFor(const std::shared_ptr<TlsClient>& tls, const std::shared_ptr<ReceiveWindow>& window) {
  http_client_config config;
  config.set_timeout(kNever);
  config.set_max_redirects(0);  // a redirect would send the token to another host
  config.set_tlsext_sni_enabled(false);
  if (tls != nullptr) {
    config.set_ssl_context_callback([tls, window](boost::asio::ssl::context& context) {
      tls->Configure(context.native_handle());
      window->Attach(context.native_handle());
    });
  }
  return config;
}

// Omits the brackets of an IPv6 address, which the library would pass to the resolver.
std::string LibraryUri(const ServerUrl& url, const Route& route) {
  const std::string scheme = url.tls ? "https://" : "http://";
  if (route.tunnel != nullptr) return scheme + "127.0.0.1:" + std::to_string(route.tunnel->port());
  return scheme + url.host + ":" + std::to_string(url.port);
}

}  // namespace

Result<std::unique_ptr<CppRestPool>> CppRestPool::New(const ClientConfig& config, ServerUrl url) {
  std::optional<ProxyUrl> proxy;
  if (!config.proxy_url.empty()) {
    Result<ProxyUrl> parsed = ParseProxyUrl(config.proxy_url);
    if (!parsed.ok()) return parsed.error().In("proxy");
    Secrets::OfProcess().Add(parsed->password);
    proxy = std::move(*parsed);
  }
  std::unique_ptr<CppRestPool> pool(new CppRestPool(config.tls, std::move(url), std::move(proxy)));
  Result<std::shared_ptr<CppRestConnections>> first = pool->Connect(config.tls);
  if (!first.ok()) return first.error();
  pool->tried_ = config.tls;
  pool->current_ = std::move(*first);
  return pool;
}

Result<Route> CppRestPool::FindRoute(const TlsConfig& config) const {
  Route route;
  if (url_.tls) {
    Result<std::shared_ptr<TlsClient>> made = TlsClient::New(config, url_.host);
    if (!made.ok()) return made.error();
    route.tls = std::move(*made);
  }
  if (!url_.tls || !proxy_) return route;  // without TLS each connection has its own Tunnel
  std::shared_ptr<TlsClient> proxy_tls;
  if (proxy_->kind == ProxyUrl::Kind::kHttps) {
    // The proxy's certificate is verified like kubectl does: by the same authorities, for the
    // proxy's own name.
    TlsConfig own = config;
    own.server_name.clear();
    Result<std::shared_ptr<TlsClient>> made = TlsClient::New(own, proxy_->host);
    if (!made.ok()) return made.error();
    proxy_tls = std::move(*made);
  }
  Result<std::shared_ptr<Tunnel>> tunnel =
      Tunnel::Open({.host = url_.host, .port = url_.port, .proxy = proxy_, .tls = proxy_tls});
  if (!tunnel.ok()) return tunnel.error();
  route.tunnel = std::move(*tunnel);
  return route;
}

Result<std::shared_ptr<CppRestConnections>> CppRestPool::Connect(const TlsConfig& config) const {
  Result<Route> route = FindRoute(config);
  if (!route.ok()) return route.error();
  return std::make_shared<CppRestConnections>(std::move(*route), url_, proxy_, budget_);
}

Result<std::shared_ptr<CppRestConnections>> CppRestPool::Get(const Credentials& credentials) {
  const std::lock_guard lock(mutex_);
  TlsConfig wanted = served_ = files_.Get();
  const bool brought = !credentials.client_cert_pem.empty();
  if (brought) {
    wanted.client_cert_pem = credentials.client_cert_pem;
    wanted.client_key_pem = credentials.client_key_pem;
  }
  if (wanted == tried_) return current_;
  Result<std::shared_ptr<CppRestConnections>> made = Connect(wanted);
  if (!made.ok() && brought) return made;
  tried_ = std::move(wanted);
  if (made.ok()) current_ = std::move(*made);
  return current_;
}

bool CppRestPool::Renew() {
  const std::lock_guard lock(mutex_);
  return !(files_.GetNow() == served_);
}

Result<std::unique_ptr<PooledConnection>> CppRestConnections::New() const {
  const auto window = std::make_shared<ReceiveWindow>(budget_);
  Route route = route_;
  if (!url_.tls) {
    Result<std::shared_ptr<Tunnel>> tunnel =
        Tunnel::Open({.host = url_.host, .port = url_.port, .proxy = proxy_, .window = window});
    if (!tunnel.ok()) return tunnel.error();
    route.tunnel = std::move(*tunnel);
  }
  http_client client(LibraryUri(url_, route), ConfigFor(route.tls, window));
  return std::make_unique<PooledConnection>(PooledConnection{window, std::move(route), std::move(client)});
}

Result<std::unique_ptr<PooledConnection>> CppRestConnections::Take() {
  {
    const std::lock_guard lock(mutex_);
    if (!resting_.empty()) {
      std::unique_ptr<PooledConnection> last = std::move(resting_.back());
      resting_.pop_back();
      return last;
    }
  }
  return New();
}

void CppRestConnections::GiveBack(std::unique_ptr<PooledConnection> connection) {
  const std::lock_guard lock(mutex_);
  resting_.push_back(std::move(connection));
}

}  // namespace structural::kube
