// IP addresses of certificates, as text.
#pragma once

#include <string>

#include <openssl/asn1.h>

namespace structural::kube {

// "10.0.0.1", "2001:db8::1"; "?" where it has neither four bytes nor sixteen.
std::string AddressText(const ASN1_STRING* address);

}  // namespace structural::kube
