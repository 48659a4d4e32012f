// What a serving certificate says of itself, and whether it can be used.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "kube/tls/openssl_ptr.h"
#include "schema/base/result.h"

namespace structural::certs {

// Moment: a point of the wall clock, as certificates have it.
using Moment = std::chrono::sys_seconds;

// "2026-11-21T04:08:43Z"
std::string Text(Moment moment);

struct Inspection {
  std::vector<std::string> hosts;  // the alternative names and IP addresses, as Canonical has them
  Moment from;
  Moment until;
};

// PEM texts. The time is not looked at.
// kInvalidInput: what a server cannot show, or what nobody would trust who trusts `authorities`:
// no certificate, a key of another one, a chain that is broken; the message has no part of the key.
base::Result<Inspection> Inspect(const std::string& certificate, const std::string& key,
                                 const std::string& authorities);

// Hosts as they are compared, for one host can be written in many ways.

// Whether it is an IP address, and no name.
bool IsAddress(const std::string& host);

// "2001:db8::1" of "2001:DB8:0::1", "w.example.com" of "W.example.com".
std::string Canonical(const std::string& host);

// Certificates and keys as PEM texts, and as OpenSSL's objects.

// All certificates of a text, in order. What is no certificate is passed over.
std::vector<kube::X509Ptr> ReadCertificates(std::string_view pem);

// The first certificate, or the key; null: there is none, or it is encrypted.
kube::X509Ptr ReadCertificate(std::string_view pem);
kube::KeyPtr ReadKey(std::string_view pem);

std::string WriteCertificate(X509* certificate);
// PKCS #8, not encrypted.
std::string WriteKey(EVP_PKEY* key);

// Authorities: the certificates that a client trusts, as one PEM text ("CA bundle").

// One PEM text each, without what stood around them, and each only once.
std::vector<std::string> SplitAuthorities(const std::string& bundle);

// Those of the bundle that have signed one of the certificates, in the bundle's order.
std::string SignersOf(const std::vector<std::string>& certificates, const std::string& bundle);

// Issue: a serving certificate by a certificate authority of its own.
struct CertificateRequest {
  std::vector<std::string> hosts;  // host names and IP addresses; the first one is the subject
  Moment from;
  Moment until;
};

// PEM texts. The key is a secret.
struct Issued {
  std::string authority;
  std::string certificate;
  std::string key;
};

// ECDSA keys on P-256. The authority signs this one certificate, and its key is gone when the
// function returns: nobody can sign another one that is trusted with it.
// Precondition: from < until, and there is a host. kInvalidInput: a host that no certificate can
// name. kInternal: OpenSSL cannot, and why.
base::Result<Issued> Issue(const CertificateRequest& request);

}  // namespace structural::certs
