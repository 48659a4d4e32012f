// Serving certificates: their text, their content, whether a server can use them, and their issue.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::certs {

// Moment: a point of the wall clock with the resolution of certificates.
using Moment = std::chrono::sys_seconds;

// Returns the moment as "2026-11-21T04:08:43Z".
std::string Text(Moment moment);

struct Inspection {
  std::vector<std::string> hosts;  // alternative names and IP addresses in canonical form
  Moment from;
  Moment until;
};

// Reads PEM texts, and checks everything except the time. kInvalidInput: a server cannot use the certificate, or a
// client that trusts `authorities` would not trust it: the certificate is missing, the key belongs to another one, or
// the chain is broken. The message has no part of the key.
base::Result<Inspection> Inspect(const std::string& certificate, const std::string& key,
                                 const std::string& authorities);

// Returns whether the host is an IP address, not a name.
bool IsAddress(const std::string& host);

// Returns the canonical form of a host: "2001:db8::1" for "2001:DB8:0::1", "w.example.com" for
// "W.example.com".
std::string Canonical(const std::string& host);

// Returns all certificates of a PEM text, in order. Skips other content.
std::vector<kube::X509Ptr> ReadCertificates(std::string_view pem);

// Return the first certificate or key; null if the text has none, or the key is encrypted.
kube::X509Ptr ReadCertificate(std::string_view pem);
kube::KeyPtr ReadKey(std::string_view pem);

std::string WriteCertificate(X509* certificate);
// Writes the key as PKCS #8, not encrypted.
std::string WriteKey(EVP_PKEY* key);

// Returns one PEM text for each certificate, without the text around it and without duplicates.
std::vector<std::string> SplitAuthorities(const std::string& bundle);

// Returns the authorities of the bundle that signed one of the certificates, in the bundle's order.
std::string SignersOf(const std::vector<std::string>& certificates, const std::string& bundle);

// Issue: creates a serving certificate, signed by a new certificate authority.
struct CertificateRequest {
  std::vector<std::string> hosts;  // host names and IP addresses; the first is the subject
  Moment from;
  Moment until;
};

// PEM texts. The key is a secret.
struct IssuedCertificate {
  std::string authority;
  std::string certificate;
  std::string key;
};

// Issue creates ECDSA keys on P-256. The authority signs only this certificate: its key is
// destroyed when the function returns, so no other certificate can be signed with it.
// Precondition: from < until, and at least one host. kInvalidInput: a certificate cannot contain
// one of the hosts. kInternal: OpenSSL's error.
base::Result<IssuedCertificate> Issue(const CertificateRequest& request);

}  // namespace structural::certs
