// Owning pointers to OpenSSL's objects.
#pragma once

#include <memory>
#include <string>

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace structural::kube {

template <auto kFree>
struct OpensslDelete {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

using BioPtr = std::unique_ptr<BIO, OpensslDelete<BIO_free_all>>;
using X509Ptr = std::unique_ptr<X509, OpensslDelete<X509_free>>;
using KeyPtr = std::unique_ptr<EVP_PKEY, OpensslDelete<EVP_PKEY_free>>;
using SessionPtr = std::unique_ptr<SSL_SESSION, OpensslDelete<SSL_SESSION_free>>;
using StorePtr = std::unique_ptr<X509_STORE, OpensslDelete<X509_STORE_free>>;

// Returns an IP address in a certificate as text: "10.0.0.1" or "2001:db8::1"; "?" if it has neither four nor sixteen
// bytes.
std::string AddressText(const ASN1_STRING* address);

}  // namespace structural::kube
