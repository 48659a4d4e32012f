#include "kube/tls/client.h"

#include <optional>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/tls1.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

namespace structural::kube {
namespace {

using Owner = std::shared_ptr<TlsClient>;
using NamesPtr = std::unique_ptr<GENERAL_NAMES, OpensslDelete<GENERAL_NAMES_free>>;

std::string_view Bytes(const ASN1_STRING* text) {
  return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)), static_cast<size_t>(ASN1_STRING_length(text))};
}

std::string Printable(std::string_view bytes) {
  std::string text(bytes.substr(0, 253));
  for (char& c : text) {
    if (c < 0x20 || c > 0x7E) c = '?';
  }
  return text;
}

// Returns the DNS names and IP addresses in the certificate's subject alternative names, separated by commas, at most
// twenty.
std::string AlternativeNames(X509* certificate) {
  const NamesPtr names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::string text;
  const int count = names == nullptr ? 0 : sk_GENERAL_NAME_num(names.get());
  for (int i = 0, listed = 0; i < count; ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS && name->type != GEN_IPADD) continue;
    if (++listed > 20) return text + ", …";
    if (!text.empty()) text += ", ";
    text += name->type == GEN_DNS ? Printable(Bytes(name->d.dNSName)) : AddressText(name->d.iPAddress);
  }
  return text;
}

std::string TimeText(const ASN1_TIME* time) {
  const BioPtr writer(BIO_new(BIO_s_mem()));
  ASN1_TIME_print_ex(writer.get(), time, ASN1_DTFLGS_ISO8601);
  char* data = nullptr;
  const long size = BIO_get_mem_data(writer.get(), &data);
  return std::string(data, static_cast<size_t>(size));
}

std::string WrongName(X509* certificate, const std::string& name) {
  const std::string names = AlternativeNames(certificate);
  if (names.empty()) return "certificate is not valid for any names, but wanted to match " + name;
  return "certificate is valid for " + names + ", not " + name;
}

std::string Words(int code, X509* certificate, const std::string& name) {
  switch (code) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return WrongName(certificate, name);
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "certificate has expired: it was valid until " + TimeText(X509_get0_notAfter(certificate));
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "certificate is not yet valid: it will be from " + TimeText(X509_get0_notBefore(certificate));
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE: return "certificate signed by unknown authority";
    default: return std::string("certificate refused: ") + X509_verify_cert_error_string(code);
  }
}

// A verify callback that keeps OpenSSL's result. It replaces that of the HTTP library, which would compare the
// certificate with the Host header.
int PassThrough(int preverified, X509_STORE_CTX*) { return preverified; }

// Verifies the chain of the server's certificate, and that its subject alternative names include `name`, a host name or
// an IP address. Ignores the common name. Returns nullopt if the certificate is valid. Otherwise returns the reason in
// the words of Go, which users find on the web, such as "certificate is valid for a.example, 10.0.0.1, not b.example".
// Upstream: the words of Go's crypto/x509 verify.go (1.26)
std::optional<std::string> RefuseServerCertificate(X509_STORE_CTX* context, const std::string& name) {
  X509_STORE_CTX_set_verify_cb(context, PassThrough);
  X509_VERIFY_PARAM* wanted = X509_STORE_CTX_get0_param(context);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) != 1) {
    X509_VERIFY_PARAM_set1_host(wanted, name.c_str(), name.size());
    X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  }
  if (X509_verify_cert(context) == 1) return std::nullopt;
  const int code = X509_STORE_CTX_get_error(context);
  X509* certificate = X509_STORE_CTX_get_current_cert(context);
  if (certificate == nullptr) certificate = X509_STORE_CTX_get0_cert(context);
  if (certificate == nullptr) return "the server showed no certificate";
  return Words(code, certificate, name);
}

void DropOwner(void*, void* owner, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<Owner*>(owner); }

// Returns the index of the ex_data in which an SSL_CTX stores its Owner, which keeps the TlsClient alive.
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
  return inet_pton(AF_INET, name.c_str(), &buffer) == 1 || inet_pton(AF_INET6, name.c_str(), &buffer) == 1;
}

// Returns the text of a TLS alert. OpenSSL 3.0 has no text for the alert about a missing client certificate.
std::string AlertWords(int value) {
  constexpr int kCertificateRequired = 116;
  if ((value & 0xFF) == kCertificateRequired) return "a client certificate is required";
  return SSL_alert_desc_string_long(value);
}

// Returns OpenSSL's reason for the last failed handshake of this thread, such as "wrong version
// number".
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

base::Result<std::shared_ptr<TlsClient>> TlsClient::New(const TlsConfig& config, const std::string& host) {
  base::Result<TlsMaterial> material = ReadTlsMaterial(config);
  if (!material.ok()) return material.error();
  const std::string& name = config.server_name.empty() ? host : config.server_name;
  return std::shared_ptr<TlsClient>(new TlsClient(std::move(*material), name, !config.insecure_skip_verify));
}

void TlsClient::Configure(SSL_CTX* context) {
  SSL_CTX_set_ex_data(context, OwnerSlot(), new Owner(shared_from_this()));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set1_cert_store(context, material_.authorities.get());
  SSL_CTX_set_cert_verify_callback(context, OnVerify, this);
  SSL_CTX_set_info_callback(context, OnInfo);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, OnSession);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);  // an idle watch needs no buffers
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
  client->SetRefusal(std::move(*reason));
  return 0;
}

// OpenSSL calls this when a session ticket has arrived, at any time after the handshake. Stores a copy of the session,
// because OpenSSL invalidates the session of a connection that ends without a shutdown.
int TlsClient::OnSession(SSL* connection, SSL_SESSION* session) {
  TlsClient& client = OwnerOf(connection);
  const std::lock_guard lock(client.mutex_);
  if (SSL_session_reused(connection) == 0) client.verified_at_ = std::chrono::steady_clock::now();
  client.session_.reset(SSL_SESSION_dup(session));
  return 0;
}

// Must be called when a handshake begins. Sets SNI, because the HTTP library would use the Host header, and the session
// to resume.
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
    client.SetRefusal("the server refused: " + AlertWords(value));
  } else if ((where & SSL_CB_HANDSHAKE_DONE) != 0) {
    client.TakeRefusal();  // clears the reason of an earlier failure
  } else if (where == SSL_CB_CONNECT_EXIT && value <= 0) {
    client.SetRefusal(HandshakeFailure());
  }
}

// Records the reason of a failed handshake. Keeps the first reason, because later ones are its consequences.
void TlsClient::SetRefusal(std::string reason) {
  const std::lock_guard lock(mutex_);
  if (!reason.empty()) session_.reset();  // an empty reason: the handshake continues
  if (refusal_.empty()) refusal_ = std::move(reason);
}

std::string TlsClient::TakeRefusal() {
  const std::lock_guard lock(mutex_);
  return std::exchange(refusal_, "");
}

}  // namespace structural::kube
