// TlsClient: the TLS settings and verification of connections to one server.
//
// A connection resumes the session of one that was verified within the last minute, if the server
// supports it, because several connections are opened at the start and handshakes are their main
// cost. After that minute the certificates are verified again.
//
// Thread-safe. Shared by the transport and by every connection it set up.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include <openssl/ssl.h>

#include "kube/config/config.h"
#include "kube/tls/material.h"
#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::kube {

class TlsClient : public std::enable_shared_from_this<TlsClient> {
 public:
  // `host` is that of the URL, without brackets. kInvalidInput: see ReadTlsMaterial.
  static base::Result<std::shared_ptr<TlsClient>> New(const TlsConfig& config, const std::string& host);

  // Configures a connection's context: TLS 1.2 or newer, only the config's authorities, the
  // client's certificate, this class's verification, SNI, and a session to resume. The context
  // keeps this object alive.
  void Configure(SSL_CTX* context);

  // Returns the reason of the last failed handshake, and clears it; empty if unknown. If several
  // connections fail at once, it can be that of another one to the same server.
  std::string TakeRefusal();

 private:
  TlsClient(TlsMaterial material, std::string name, bool verify)
      : material_(std::move(material)), name_(std::move(name)), verify_(verify) {}

  static int OnVerify(X509_STORE_CTX* context, void* self);
  static void OnInfo(const SSL* connection, int where, int value);
  static int OnSession(SSL* connection, SSL_SESSION* session);
  void OnHandshake(SSL* connection);
  void Refuse(std::string reason);

  const TlsMaterial material_;
  const std::string name_;
  const bool verify_;
  std::mutex mutex_;
  std::string refusal_;
  SessionPtr session_;  // session of the last handshake; null after a failed handshake
  std::chrono::steady_clock::time_point verified_at_;
};

}  // namespace structural::kube
