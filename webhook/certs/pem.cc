#include <algorithm>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "webhook/certs/certificate.h"

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

// Refuses encrypted keys instead of asking for a password.
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
  // OpenSSL clears this memory when it is freed.
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

}  // namespace structural::certs
