// Certificates and keys as PEM texts, and as OpenSSL's objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kube/tls/openssl_ptr.h"

namespace structural::certs {

// All certificates of a text, in order. What is no certificate is passed over.
std::vector<kube::X509Ptr> ReadCertificates(std::string_view pem);

// The first certificate, or the key; null: there is none, or it is encrypted.
kube::X509Ptr ReadCertificate(std::string_view pem);
kube::KeyPtr ReadKey(std::string_view pem);

std::string WriteCertificate(X509* certificate);
// PKCS #8, not encrypted.
std::string WriteKey(EVP_PKEY* key);

}  // namespace structural::certs
