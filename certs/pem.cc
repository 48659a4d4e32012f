#include "certs/pem.h"

#include <openssl/err.h>
#include <openssl/pem.h>

namespace structural::certs {
namespace {

using kube::BioPtr;
using kube::KeyPtr;
using kube::X509Ptr;

constexpr std::string_view kBegin = "-----BEGIN CERTIFICATE-----";

BioPtr Reader(std::string_view pem) {
  return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

std::string Written(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

// Nobody is asked for a password.
int NoPassword(char*, int, int, void*) { return -1; }

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
  // Memory that is wiped when it is given back.
  const BioPtr bio(BIO_new(BIO_s_secmem()));
  PEM_write_bio_PKCS8PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return Written(bio.get());
}

}  // namespace structural::certs
