// Reads, checks and issues serving certificates.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::certs {

// Moment: a time of the wall clock in seconds, which is the resolution of times in certificates.
using Moment = std::chrono::sys_seconds;

// Returns the time as "2026-11-21T04:08:43Z".
std::string Text(Moment moment);

// The content of a certificate that Inspect has checked.
struct InspectedCertificate {
  std::vector<std::string> hosts;  // host names and IP addresses for which it is valid, in canonical form
  Moment from;                     // start of its validity
  Moment until;                    // end of its validity
};

// Reads a certificate, its key and the trusted authorities, all as PEM. Checks everything except the time.
// kInvalidInput: a server cannot use the certificate, or a client that trusts `authorities` would not trust it. For
// example, the key belongs to another certificate, or no authority has signed it. The message has no part of the key.
base::Result<InspectedCertificate> Inspect(const std::string& certificate, const std::string& key,
                                           const std::string& authorities);

// Returns whether the host is an IP address instead of a name.
bool IsAddress(const std::string& host);

// Returns the canonical form of a host: "2001:db8::1" for "2001:DB8:0::1", and "w.example.com" for "W.example.com".
std::string CanonicalHost(const std::string& host);

// Returns all certificates in a PEM text, in order. Skips other content.
std::vector<kube::X509Ptr> ReadCertificates(std::string_view pem);

// Return the first certificate or key in a PEM text; null if the text has none, or if the key is encrypted.
kube::X509Ptr ReadCertificate(std::string_view pem);
kube::KeyPtr ReadKey(std::string_view pem);

// Return the certificate, or the key without encryption (PKCS #8), as PEM.
std::string WriteCertificate(X509* certificate);
std::string WriteKey(EVP_PKEY* key);

// Returns the certificates of a bundle, each as a PEM text of its own, without duplicates and without other text.
std::vector<std::string> SplitAuthorities(const std::string& bundle);

// Returns a bundle of those authorities of `bundle` that have signed one of the certificates, in the order of `bundle`.
std::string SignersOf(const std::vector<std::string>& certificates, const std::string& bundle);

// The requirements of a certificate that Issue creates.
struct CertificateRequest {
  std::vector<std::string> hosts;  // host names and IP addresses; the first one is the subject
  Moment from;                     // start of the validity
  Moment until;                    // end of the validity
};

// A new certificate as PEM texts. The key is a secret.
struct IssuedCertificate {
  std::string authority;    // certificate of the authority that has signed `certificate`
  std::string certificate;  // serving certificate
  std::string key;          // key of `certificate`
};

// Creates a new certificate authority, and a serving certificate that it signs, with ECDSA keys on P-256. The key of
// the authority is destroyed when the function returns, so no other certificate can be signed with it. Precondition:
// from < until, and at least one host. kInvalidInput: a certificate cannot contain one of the hosts. kInternal: an
// error of OpenSSL.
base::Result<IssuedCertificate> Issue(const CertificateRequest& request);

}  // namespace structural::certs
