// CppRestPool: the connections to one server, replaced when certificates are.
//
// For the cpprest_ files only: its headers cost six seconds.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <cpprest/http_client.h>

#include "kube/config.h"
#include "kube/credentials.h"
#include "kube/proxy_url.h"
#include "kube/server_url.h"
#include "kube/tls_files.h"
#include "kube/way_there.h"
#include "schema/base/result.h"

namespace structural::kube {

// Connections that share their certificates. Requests in flight keep them alive.
struct CppRestConnections {
  WayThere way;
  std::string uri;  // what the library connects to
  web::http::client::http_client requests;
  web::http::client::http_client streams;
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

  // A client of its own, for a request that shall not meet an old connection.
  web::http::client::http_client Fresh(const CppRestConnections& connections) const;

 private:
  CppRestPool(const TlsConfig& config, ServerUrl url, std::optional<ProxyUrl> proxy)
      : url_(std::move(url)), proxy_(std::move(proxy)), files_(config) {}

  base::Result<WayThere> FindWay(const TlsConfig& config) const;
  base::Result<std::shared_ptr<CppRestConnections>> Connect(const TlsConfig& config) const;

  const ServerUrl url_;
  const std::optional<ProxyUrl> proxy_;
  TlsFiles files_;
  std::mutex mutex_;
  TlsConfig served_;  // the files as the last Get saw them
  TlsConfig tried_;   // what current_ was made of, or would have been
  std::shared_ptr<CppRestConnections> current_;
};

}  // namespace structural::kube
