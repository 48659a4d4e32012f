#include "test/support/certificates.h"

#include <atomic>

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "kube/tls/openssl_ptr.h"

namespace structural::kube {
namespace {

constexpr int kDay = 24 * 3600;

std::string Text(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<size_t>(size)};
}

std::string CertificatePem(X509* certificate) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_X509(bio.get(), certificate);
  return Text(bio.get());
}

std::string KeyPem(EVP_PKEY* key) {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return Text(bio.get());
}

void AddExtension(X509* certificate, X509* issuer, int nid, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

X509Ptr Blank(const CertificateOptions& options, EVP_PKEY* key) {
  static std::atomic<long> serial{1};
  X509Ptr certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial++);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), options.valid_from_days * kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), options.valid_until_days * kDay);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(options.common_name.c_str()), -1, -1, 0);
  return certificate;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

}  // namespace

TestAuthority::TestAuthority(const std::string& common_name) {
  const KeyPtr key(EVP_EC_gen("P-256"));
  const X509Ptr certificate = Blank({.common_name = common_name}, key.get());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate.get()));
  AddExtension(certificate.get(), certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  X509_sign(certificate.get(), key.get(), EVP_sha256());
  pair_ = {CertificatePem(certificate.get()), KeyPem(key.get())};
}

PemPair TestAuthority::Issue(const CertificateOptions& options) const {
  const auto reader = [](const std::string& pem) {
    return BioPtr(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  };
  const X509Ptr issuer(PEM_read_bio_X509(reader(pair_.certificate).get(), nullptr, nullptr, nullptr));
  const KeyPtr issuer_key(PEM_read_bio_PrivateKey(reader(pair_.key).get(), nullptr, nullptr, nullptr));
  const KeyPtr key(EVP_EC_gen("P-256"));
  const X509Ptr certificate = Blank(options, key.get());
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer.get()));
  if (!options.names.empty()) {
    AddExtension(certificate.get(), issuer.get(), NID_subject_alt_name, Joined(options.names));
  }
  X509_sign(certificate.get(), issuer_key.get(), EVP_sha256());
  return {CertificatePem(certificate.get()), KeyPem(key.get())};
}

}  // namespace structural::kube
