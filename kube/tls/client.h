// TlsClient: how connections to one server are secured.
//
// Thread-safe. Shared by the transport and by every connection it set up.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include <openssl/ssl.h>

#include "kube/config/config.h"
#include "kube/tls/material.h"
#include "schema/base/result.h"

namespace structural::kube {

class TlsClient : public std::enable_shared_from_this<TlsClient> {
 public:
  // `host` is the URL's, without brackets. kInvalidInput: see ReadTlsMaterial.
  static base::Result<std::shared_ptr<TlsClient>> New(const TlsConfig& config,
                                                      const std::string& host);

  // Sets a connection's context up: TLS 1.2 or newer, only the config's authorities, the client's
  // certificate, our verification, and the name in SNI. The context keeps this object alive.
  void Configure(SSL_CTX* context);

  // Why the last handshake that failed did, and forgets it; empty when nothing is known. With
  // several connections failing at once it may be another one's reason: they have the same peer.
  std::string TakeRefusal();

 private:
  TlsClient(TlsMaterial material, std::string name, bool verify)
      : material_(std::move(material)), name_(std::move(name)), verify_(verify) {}

  static int OnVerify(X509_STORE_CTX* context, void* self);
  static void OnInfo(const SSL* connection, int where, int value);
  void Refuse(std::string reason);

  const TlsMaterial material_;
  const std::string name_;
  const bool verify_;
  std::mutex mutex_;
  std::string refusal_;
};

}  // namespace structural::kube
