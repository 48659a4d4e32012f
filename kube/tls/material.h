// TlsMaterial: certificates and key of a TlsConfig, as OpenSSL's objects.
//
// Read once, at the start, so that a mistake in them is reported then and in words; connections
// share them. Immutable and thread-safe after ReadTlsMaterial.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kube/config/config.h"
#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::kube {

struct TlsMaterial {
  StorePtr authorities;        // never null
  X509Ptr client_certificate;  // null: none
  std::vector<X509Ptr> client_chain;
  KeyPtr client_key;
};

// kInvalidInput: no PEM, an encrypted key, or a key of another certificate.
// Loads the system's bundle when ca_pem is empty.
base::Result<TlsMaterial> ReadTlsMaterial(const TlsConfig& config);

// kInvalidInput: the pair could not be used as a client certificate.
base::Status CheckClientCertificate(const std::string& cert_pem, const std::string& key_pem);

// The authorities that the system trusts.

// Keeps OpenSSL from loading them by itself for every connection, by pointing SSL_CERT_FILE and
// SSL_CERT_DIR to nothing; remembers what stood there. Changes the environment: before any thread.
void DivertSystemAuthorities();

// The variables that it changed, with the values they had before; empty: not set. None before it
// was called.
std::vector<std::pair<std::string, std::string>> DivertedVariables();

// A store with them: those of SSL_CERT_FILE and SSL_CERT_DIR as the process was started, else the
// places that OpenSSL and distributions use. Reads files; empty when there are none.
StorePtr SystemAuthorities();

}  // namespace structural::kube
