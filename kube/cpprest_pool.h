// CppRestPool: the connections to one server, replaced when certificates are.
//
// For the cpprest_ files only: its headers cost six seconds.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include <cpprest/http_client.h>

#include "kube/config.h"
#include "kube/credentials.h"
#include "kube/server_url.h"
#include "kube/tls_client.h"
#include "kube/tls_files.h"
#include "schema/base/result.h"

namespace structural::kube {

// Connections that share their certificates. Requests in flight keep them alive.
struct CppRestConnections {
  std::shared_ptr<TlsClient> tls;  // null for a server without TLS
  web::http::client::http_client requests;
  web::http::client::http_client streams;
};

// Thread-safe.
class CppRestPool {
 public:
  // kInvalidInput: a certificate or key that cannot be used.
  static base::Result<std::unique_ptr<CppRestPool>> New(const TlsConfig& config, ServerUrl url);

  // The connections to use with these credentials. Files that hold no usable certificate leave the
  // last ones in place; kInvalidInput: the credentials' own certificate cannot be used.
  base::Result<std::shared_ptr<CppRestConnections>> Get(const Credentials& credentials);

  // Looks at the files at once. True: they have changed, new connections may do better.
  bool Renew();

  // A client of its own, for a request that shall not meet an old connection.
  web::http::client::http_client Fresh(const CppRestConnections& connections) const;

 private:
  CppRestPool(const TlsConfig& config, ServerUrl url) : url_(std::move(url)), files_(config) {}

  base::Result<std::shared_ptr<CppRestConnections>> Connect(const TlsConfig& config) const;

  const ServerUrl url_;
  TlsFiles files_;
  std::mutex mutex_;
  TlsConfig tried_;  // what current_ was made of, or would have been
  std::shared_ptr<CppRestConnections> current_;
};

}  // namespace structural::kube
