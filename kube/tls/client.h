// TlsClient: sets up TLS for the connections to one server, and verifies the server's certificate.
//
// Handshakes are the main cost of opening several connections at the start. Therefore a new connection resumes the TLS
// session of an earlier one, if the server supports it, and if a certificate was verified within the last minute. After
// that minute the certificates are verified again.
//
// Thread-safe. Shared by the transport and its connections.
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
  // `host` is the host of the server's URL, without brackets. Errors: those of ReadTlsMaterial.
  static base::Result<std::shared_ptr<TlsClient>> New(const TlsConfig& config, const std::string& host);

  // Configures the OpenSSL context of a connection: TLS 1.2 or newer, only the config's authorities, the client's
  // certificate, the verification by this class, SNI, and a session to resume. The context shares the ownership of this
  // object.
  void Configure(SSL_CTX* context);

  // Returns the reason of the last failed handshake, and clears it; empty if it is unknown. If several connections to
  // the server fail at once, it can be the reason of any of them.
  std::string TakeRefusal();

 private:
  TlsClient(TlsMaterial material, std::string name, bool verify)
      : material_(std::move(material)), name_(std::move(name)), verify_(verify) {}

  static int OnVerify(X509_STORE_CTX* context, void* self);
  static void OnInfo(const SSL* connection, int where, int value);
  static int OnSession(SSL* connection, SSL_SESSION* session);
  void OnHandshake(SSL* connection);
  void SetRefusal(std::string reason);

  const TlsMaterial material_;
  const std::string name_;
  const bool verify_;
  std::mutex mutex_;
  std::string refusal_;
  SessionPtr session_;  // session of the last handshake, which can be resumed; null after a failed handshake
  std::chrono::steady_clock::time_point verified_at_;
};

}  // namespace structural::kube
