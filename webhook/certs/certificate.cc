#include "webhook/certs/certificate.h"

#include <algorithm>
#include <array>
#include <memory>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include "kube/micro_time.h"
#include "schema/base/hex.h"
#include "schema/base/quote.h"

namespace structural::certs {
namespace {

using kube::BioPtr;
using kube::KeyPtr;
using kube::X509Ptr;

constexpr std::string_view kBegin = "-----BEGIN CERTIFICATE-----";

BioPtr Reader(std::string_view pem) { return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()))); }

std::string Written(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

// OpenSSL calls this for an encrypted key. Makes OpenSSL fail instead of asking for a password.
int NoPassword(char*, int, int, void*) { return -1; }

bool HasSigned(X509* authority, const std::string& certificate) {
  const kube::X509Ptr signed_one = ReadCertificate(certificate);
  if (signed_one == nullptr) return false;
  const bool signer = X509_check_issued(authority, signed_one.get()) == X509_V_OK &&
                      X509_verify(signed_one.get(), X509_get0_pubkey(authority)) == 1;
  ERR_clear_error();
  return signer;
}

}  // namespace

X509Ptr ReadCertificate(std::string_view pem) {
  X509Ptr certificate(PEM_read_bio_X509(Reader(pem).get(), nullptr, &NoPassword, nullptr));
  ERR_clear_error();
  return certificate;
}

std::vector<X509Ptr> ReadCertificates(std::string_view pem) {
  std::vector<X509Ptr> all;
  for (std::size_t at = pem.find(kBegin); at != pem.npos;) {
    const std::size_t next = pem.find(kBegin, at + kBegin.size());
    if (X509Ptr one = ReadCertificate(pem.substr(at, next - at))) all.push_back(std::move(one));
    at = next;
  }
  return all;
}

KeyPtr ReadKey(std::string_view pem) {
  KeyPtr key(PEM_read_bio_PrivateKey(Reader(pem).get(), nullptr, &NoPassword, nullptr));
  ERR_clear_error();
  return key;
}

std::string WriteCertificate(X509* certificate) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(bio.get(), certificate);
  return Written(bio.get());
}

std::string WriteKey(EVP_PKEY* key) {
  // A BIO whose memory OpenSSL overwrites before it is freed, because it contains the key.
  const BioPtr bio(BIO_new(BIO_s_secmem()));
  PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return Written(bio.get());
}

std::vector<std::string> SplitAuthorities(const std::string& bundle) {
  std::vector<std::string> all;
  for (const auto& certificate : ReadCertificates(bundle)) {
    std::string pem = WriteCertificate(certificate.get());
    if (std::ranges::find(all, pem) == all.end()) all.push_back(std::move(pem));
  }
  return all;
}

std::string SignersOf(const std::vector<std::string>& certificates, const std::string& bundle) {
  std::string signers;
  for (const std::string& pem : SplitAuthorities(bundle)) {
    const auto authority = ReadCertificate(pem);
    const auto signs = [&](const std::string& one) { return HasSigned(authority.get(), one); };
    if (std::ranges::any_of(certificates, signs)) signers += pem;
  }
  return signers;
}

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using NamesPtr = std::unique_ptr<GENERAL_NAMES, kube::OpensslDelete<GENERAL_NAMES_free>>;
using ContextPtr = std::unique_ptr<X509_STORE_CTX, kube::OpensslDelete<X509_STORE_CTX_free>>;
using AddressPtr = std::unique_ptr<ASN1_OCTET_STRING, kube::OpensslDelete<ASN1_OCTET_STRING_free>>;

Error Unusable(const char* why) { return {ErrorCode::kInvalidInput, why}; }

Moment MomentOf(const ASN1_TIME* time) {
  std::tm fields{};
  ASN1_TIME_to_tm(time, &fields);
  return Moment(std::chrono::seconds(timegm(&fields)));
}

std::vector<std::string> HostsOf(X509* certificate) {
  const NamesPtr names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  std::vector<std::string> hosts;
  for (int i = 0; names != nullptr && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type == GEN_DNS) {
      hosts.push_back(CanonicalHost({reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName)),
                                     static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName))}));
    } else if (name->type == GEN_IPADD) {
      hosts.push_back(kube::AddressText(name->d.iPAddress));
    }
  }
  return hosts;
}

// Returns whether a TLS client that trusts only `authorities` would trust the certificate. Ignores the time.
bool Trusted(X509* certificate, const std::string& authorities) {
  const kube::StorePtr store(X509_STORE_new());
  for (const X509Ptr& authority : ReadCertificates(authorities)) {
    X509_STORE_add_cert(store.get(), authority.get());
  }
  const ContextPtr context(X509_STORE_CTX_new());
  X509_STORE_CTX_init(context.get(), store.get(), certificate, nullptr);
  X509_STORE_CTX_set_purpose(context.get(), X509_PURPOSE_SSL_SERVER);
  X509_STORE_CTX_set_flags(context.get(), X509_V_FLAG_NO_CHECK_TIME);
  const bool trusted = X509_verify_cert(context.get()) == 1;
  ERR_clear_error();
  return trusted;
}

AddressPtr Parsed(const std::string& host) {
  AddressPtr address(a2i_IPADDRESS(host.c_str()));
  ERR_clear_error();
  return address;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

Result<InspectedCertificate> Inspect(const std::string& certificate, const std::string& key,
                                     const std::string& authorities) {
  const X509Ptr serving = ReadCertificate(certificate);
  if (serving == nullptr) return Unusable("it is not a certificate");
  const kube::KeyPtr own = ReadKey(key);
  if (own == nullptr) return Unusable("its key cannot be read");
  if (X509_check_private_key(serving.get(), own.get()) != 1) {
    ERR_clear_error();
    return Unusable("the key belongs to another certificate");
  }
  if (!Trusted(serving.get(), authorities)) return Unusable("none of the stored authorities has signed it");
  return InspectedCertificate{HostsOf(serving.get()), MomentOf(X509_get0_notBefore(serving.get())),
                              MomentOf(X509_get0_notAfter(serving.get()))};
}

bool IsAddress(const std::string& host) { return Parsed(host) != nullptr; }

std::string CanonicalHost(const std::string& host) {
  if (const AddressPtr address = Parsed(host)) return kube::AddressText(address.get());
  std::string name = host;
  std::ranges::transform(name, name.begin(), Lower);
  return name;
}

std::string Text(Moment moment) {
  const std::string micro = kube::FormatMicroTime(moment);
  return micro.substr(0, micro.find('.')) + "Z";
}

namespace {

constexpr std::size_t kLongestHost = 253;
constexpr std::size_t kLongestCommonName = 64;
constexpr int kSerialBytes = 16;

Error Because(const char* step) {
  const unsigned long code = ERR_get_error();
  const char* reason = ERR_reason_error_string(code);
  ERR_clear_error();
  return {ErrorCode::kInternal, std::string(step) + ": " + (reason != nullptr ? reason : "failed")};
}

// Returns whether a certificate can contain the name. Commas and colons are not allowed, because they have a meaning in
// the text from which OpenSSL creates the alternative names.
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

// Returns a random serial number, so that clients do not confuse two authorities. Its first bit is 0, because it must
// be positive.
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

// Returns an unsigned certificate of version 3 with this key and name, and the request's validity; null if OpenSSL
// fails.
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

// Returns a unique name for an authority, because authorities that are trusted at the same time must have different
// names.
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

Result<IssuedCertificate> Issue(const CertificateRequest& request) {
  const auto names = AlternativeNames(request.hosts);
  if (!names.ok()) return names.error();
  const KeyPtr authority_key(EVP_EC_gen("P-256"));
  const KeyPtr key(EVP_EC_gen("P-256"));
  if (authority_key == nullptr || key == nullptr) return Because("create a key");
  const X509Ptr authority = Authority(request, authority_key.get());
  if (authority == nullptr) return Because("create an authority");
  const X509Ptr serving = Serving(request, key.get(), *names, authority.get(), authority_key.get());
  if (serving == nullptr) return Because("create a certificate");
  return IssuedCertificate{WriteCertificate(authority.get()), WriteCertificate(serving.get()), WriteKey(key.get())};
}

}  // namespace structural::certs
