#include "kube/tls/client.h"

#include <optional>
#include <utility>

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/tls1.h>

#include "kube/tls/server_certificate.h"

namespace structural::kube {
namespace {

using Owner = std::shared_ptr<TlsClient>;

void DropOwner(void*, void* owner, CRYPTO_EX_DATA*, int, long, void*) {
  delete static_cast<Owner*>(owner);
}

// The slot of an SSL_CTX that holds its Owner.
int OwnerSlot() {
  static const int slot = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, DropOwner);
  return slot;
}

constexpr std::chrono::minutes kResumable{1};

TlsClient& OwnerOf(const SSL* connection) {
  return **static_cast<Owner*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), OwnerSlot()));
}

bool IsAddress(const std::string& name) {
  in6_addr buffer;
  return inet_pton(AF_INET, name.c_str(), &buffer) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &buffer) == 1;
}

// An alert's words. OpenSSL 3.0 does not know the one that a missing client certificate raises.
std::string AlertWords(int value) {
  constexpr int kCertificateRequired = 116;
  if ((value & 0xFF) == kCertificateRequired) return "a client certificate is required";
  return SSL_alert_desc_string_long(value);
}

// What OpenSSL noted on this thread about a handshake that just failed: "wrong version number".
std::string HandshakeFailure() {
  const unsigned long code = ERR_peek_last_error();
  const char* words = code == 0 ? nullptr : ERR_reason_error_string(code);
  if (words == nullptr) return "";
  if (ERR_GET_REASON(code) == SSL_R_WRONG_VERSION_NUMBER) {
    return "the server does not answer with TLS (wrong version number)";
  }
  return words;
}

}  // namespace

base::Result<std::shared_ptr<TlsClient>> TlsClient::New(const TlsConfig& config,
                                                        const std::string& host) {
  base::Result<TlsMaterial> material = ReadTlsMaterial(config);
  if (!material.ok()) return material.error();
  const std::string& name = config.server_name.empty() ? host : config.server_name;
  return std::shared_ptr<TlsClient>(
      new TlsClient(std::move(*material), name, !config.insecure_skip_verify));
}

void TlsClient::Configure(SSL_CTX* context) {
  SSL_CTX_set_ex_data(context, OwnerSlot(), new Owner(shared_from_this()));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set1_cert_store(context, material_.authorities.get());
  SSL_CTX_set_cert_verify_callback(context, OnVerify, this);
  SSL_CTX_set_info_callback(context, OnInfo);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, OnSession);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);  // an idle watch needs none
  if (material_.client_certificate == nullptr) return;
  SSL_CTX_use_certificate(context, material_.client_certificate.get());
  for (const X509Ptr& issuer : material_.client_chain) {
    SSL_CTX_add1_chain_cert(context, issuer.get());
  }
  SSL_CTX_use_PrivateKey(context, material_.client_key.get());
}

int TlsClient::OnVerify(X509_STORE_CTX* context, void* self) {
  auto* client = static_cast<TlsClient*>(self);
  if (!client->verify_) return 1;
  std::optional<std::string> reason = RefuseServerCertificate(context, client->name_);
  if (!reason) return 1;
  client->Refuse(std::move(*reason));
  return 0;
}

// The server's ticket, which may come any time after the handshake. A copy is kept: OpenSSL spoils
// the session of a connection that ends without a word.
int TlsClient::OnSession(SSL* connection, SSL_SESSION* session) {
  TlsClient& client = OwnerOf(connection);
  const std::lock_guard lock(client.mutex_);
  if (SSL_session_reused(connection) == 0) client.verified_at_ = std::chrono::steady_clock::now();
  client.session_.reset(SSL_SESSION_dup(session));
  return 0;
}

// SNI goes in as the handshake starts: the HTTP library would put the Host header there.
void TlsClient::OnHandshake(SSL* connection) {
  if (!IsAddress(name_)) SSL_set_tlsext_host_name(connection, name_.c_str());
  const std::lock_guard lock(mutex_);
  if (session_ != nullptr && std::chrono::steady_clock::now() - verified_at_ < kResumable) {
    SSL_set_session(connection, session_.get());
  }
}

void TlsClient::OnInfo(const SSL* connection, int where, int value) {
  TlsClient& client = OwnerOf(connection);
  if ((where & SSL_CB_HANDSHAKE_START) != 0) {
    client.OnHandshake(const_cast<SSL*>(connection));
  } else if (where == SSL_CB_READ_ALERT && value >> 8 == SSL3_AL_FATAL) {
    client.Refuse("the server refused: " + AlertWords(value));
  } else if ((where & SSL_CB_HANDSHAKE_DONE) != 0) {
    client.TakeRefusal();  // an older one is no longer true
  } else if (where == SSL_CB_CONNECT_EXIT && value <= 0) {
    client.Refuse(HandshakeFailure());
  }
}

// The first reason of a handshake is the cause, what follows are its consequences.
void TlsClient::Refuse(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (!reason.empty()) session_.reset();  // empty: the handshake waits for more
  if (refusal_.empty()) refusal_ = std::move(reason);
}

std::string TlsClient::TakeRefusal() {
  const std::lock_guard lock(mutex_);
  return std::exchange(refusal_, "");
}

}  // namespace structural::kube
