#include <array>

#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "webhook/certs/certificate.h"

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using kube::KeyPtr;
using kube::X509Ptr;

constexpr std::size_t kLongestHost = 253;
constexpr std::size_t kLongestCommonName = 64;
constexpr int kSerialBytes = 16;

Error Because(const char* step) {
  const unsigned long code = ERR_get_error();
  const char* reason = ERR_reason_error_string(code);
  ERR_clear_error();
  return {ErrorCode::kInternal, std::string(step) + ": " + (reason != nullptr ? reason : "failed")};
}

// Commas and colons have a meaning in OpenSSL's text of alternative names, so a name must not
// contain them.
bool IsName(const std::string& host) {
  return !host.empty() && host.size() <= kLongestHost &&
         host.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-*") == host.npos;
}

Result<std::string> AlternativeNames(const std::vector<std::string>& hosts) {
  std::string names;
  for (const std::string& host : hosts) {
    const bool address = IsAddress(host);
    if (!address && !IsName(host)) {
      return Error(ErrorCode::kInvalidInput, base::Quote(host) + " is not a valid host for a certificate");
    }
    names.append(names.empty() ? "" : ",").append(address ? "IP:" : "DNS:").append(host);
  }
  return names;
}

bool Extend(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
  const bool added = extension != nullptr && X509_add_ext(certificate, extension, -1) == 1;
  X509_EXTENSION_free(extension);
  return added;
}

// Returns a random serial number, so that two authorities are not confused. The first bit makes it
// positive.
std::array<unsigned char, kSerialBytes> Serial() {
  std::array<unsigned char, kSerialBytes> bytes{};
  if (RAND_bytes(bytes.data(), kSerialBytes) != 1) bytes = {};
  bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7F) | 0x40);
  return bytes;
}

bool Name(X509* certificate, const std::string& name) {
  return X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0) == 1;
}

// Returns a certificate of version 3 with a key and a validity; null if OpenSSL fails.
X509Ptr NewCertificate(const CertificateRequest& request, EVP_PKEY* key, const std::string& name) {
  X509Ptr certificate(X509_new());
  const auto serial = Serial();
  const std::unique_ptr<BIGNUM, kube::OpensslDelete<BN_free>> number(BN_bin2bn(serial.data(), kSerialBytes, nullptr));
  const bool filled =
      certificate != nullptr && number != nullptr && X509_set_version(certificate.get(), 2) == 1 &&
      BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate.get())) != nullptr &&
      ASN1_TIME_set(X509_getm_notBefore(certificate.get()), request.from.time_since_epoch().count()) != nullptr &&
      ASN1_TIME_set(X509_getm_notAfter(certificate.get()), request.until.time_since_epoch().count()) != nullptr &&
      X509_set_pubkey(certificate.get(), key) == 1 && Name(certificate.get(), name);
  return filled ? std::move(certificate) : nullptr;
}

// Authorities that are trusted at the same time must have different names.
std::string AuthorityName() {
  std::string name = "structural webhook CA ";
  const auto serial = Serial();
  for (int i = 1; i < 5; ++i) base::AppendHex(serial[i], name);
  return name;
}

X509Ptr Authority(const CertificateRequest& request, EVP_PKEY* key) {
  X509Ptr authority = NewCertificate(request, key, AuthorityName());
  if (authority == nullptr) return nullptr;
  X509* const own = authority.get();
  const bool made = X509_set_issuer_name(own, X509_get_subject_name(own)) == 1 &&
                    Extend(own, own, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") &&
                    Extend(own, own, NID_key_usage, "critical,keyCertSign") &&
                    Extend(own, own, NID_subject_key_identifier, "hash") && X509_sign(own, key, EVP_sha256()) > 0;
  return made ? std::move(authority) : nullptr;
}

X509Ptr Serving(const CertificateRequest& request, EVP_PKEY* key, const std::string& names, X509* authority,
                EVP_PKEY* authority_key) {
  const std::string& subject = request.hosts.front();
  X509Ptr serving = NewCertificate(request, key, subject.substr(0, kLongestCommonName));
  if (serving == nullptr) return nullptr;
  X509* const own = serving.get();
  const bool made = X509_set_issuer_name(own, X509_get_subject_name(authority)) == 1 &&
                    Extend(own, authority, NID_basic_constraints, "critical,CA:FALSE") &&
                    Extend(own, authority, NID_key_usage, "critical,digitalSignature") &&
                    Extend(own, authority, NID_ext_key_usage, "serverAuth") &&
                    Extend(own, authority, NID_subject_key_identifier, "hash") &&
                    Extend(own, authority, NID_authority_key_identifier, "keyid") &&
                    Extend(own, authority, NID_subject_alt_name, names) &&
                    X509_sign(own, authority_key, EVP_sha256()) > 0;
  return made ? std::move(serving) : nullptr;
}

}  // namespace

Result<Issued> Issue(const CertificateRequest& request) {
  const auto names = AlternativeNames(request.hosts);
  if (!names.ok()) return names.error();
  const KeyPtr authority_key(EVP_EC_gen("P-256"));
  const KeyPtr key(EVP_EC_gen("P-256"));
  if (authority_key == nullptr || key == nullptr) return Because("create a key");
  const X509Ptr authority = Authority(request, authority_key.get());
  if (authority == nullptr) return Because("create an authority");
  const X509Ptr serving = Serving(request, key.get(), *names, authority.get(), authority_key.get());
  if (serving == nullptr) return Because("create a certificate");
  return Issued{WriteCertificate(authority.get()), WriteCertificate(serving.get()), WriteKey(key.get())};
}

}  // namespace structural::certs
