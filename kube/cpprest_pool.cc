#include "kube/cpprest_pool.h"

#include <utility>

#include <boost/asio/ssl/context.hpp>

namespace structural::kube {
namespace {

using base::Result;
using web::http::client::http_client;
using web::http::client::http_client_config;

// The library's timeout only sees silence, and guesses wrong about a slow reader: the deadlines
// here are our own, and its own is out of their way.
constexpr std::chrono::hours kNever{24};

http_client_config ConfigFor(const std::shared_ptr<TlsClient>& tls) {
  http_client_config config;
  config.set_timeout(kNever);
  config.set_max_redirects(0);  // a redirect would carry the token to whatever host it names
  config.set_tlsext_sni_enabled(false);
  if (tls != nullptr) {
    config.set_ssl_context_callback(
        [tls](boost::asio::ssl::context& context) { tls->Configure(context.native_handle()); });
  }
  return config;
}

// Without the brackets of an IPv6 address, which the library would hand to the resolver.
std::string LibraryUri(const ServerUrl& url) {
  return (url.tls ? "https://" : "http://") + url.host + ":" + std::to_string(url.port);
}

}  // namespace

Result<std::unique_ptr<CppRestPool>> CppRestPool::New(const TlsConfig& config, ServerUrl url) {
  std::unique_ptr<CppRestPool> pool(new CppRestPool(config, std::move(url)));
  Result<std::shared_ptr<CppRestConnections>> first = pool->Connect(config);
  if (!first.ok()) return first.error();
  pool->tried_ = config;
  pool->current_ = std::move(*first);
  return pool;
}

Result<std::shared_ptr<CppRestConnections>> CppRestPool::Connect(const TlsConfig& config) const {
  std::shared_ptr<TlsClient> tls;
  if (url_.tls) {
    Result<std::shared_ptr<TlsClient>> made = TlsClient::New(config, url_.host);
    if (!made.ok()) return made.error();
    tls = std::move(*made);
  }
  return std::make_shared<CppRestConnections>(
      CppRestConnections{tls, http_client(LibraryUri(url_), ConfigFor(tls)),
                         http_client(LibraryUri(url_), ConfigFor(tls))});
}

Result<std::shared_ptr<CppRestConnections>> CppRestPool::Get(const Credentials& credentials) {
  TlsConfig wanted = files_.Get();
  const bool brought = !credentials.client_cert_pem.empty();
  if (brought) {
    wanted.client_cert_pem = credentials.client_cert_pem;
    wanted.client_key_pem = credentials.client_key_pem;
  }
  const std::lock_guard lock(mutex_);
  if (wanted == tried_) return current_;
  Result<std::shared_ptr<CppRestConnections>> made = Connect(wanted);
  if (!made.ok() && brought) return made;
  tried_ = std::move(wanted);
  if (made.ok()) current_ = std::move(*made);
  return current_;
}

bool CppRestPool::Renew() {
  const TlsConfig before = files_.Get();
  return !(files_.GetNow() == before);
}

http_client CppRestPool::Fresh(const CppRestConnections& connections) const {
  return {LibraryUri(url_), ConfigFor(connections.tls)};
}

}  // namespace structural::kube
