// Whether the server's certificate is good, and if not, why, in words that people search for.
#pragma once

#include <optional>
#include <string>

#include <openssl/x509_vfy.h>

namespace structural::kube {

// Verifies the chain and that the certificate is for `name`, a host name or an IP address, as the
// subject alternative names say; the common name counts for nothing. None: it is good. Else like
// "certificate is valid for a.example, 10.0.0.1, not b.example".
// Upstream: the words of Go's crypto/x509 verify.go (1.26)
std::optional<std::string> RefuseServerCertificate(X509_STORE_CTX* context,
                                                   const std::string& name);

}  // namespace structural::kube
