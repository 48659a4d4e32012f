#include "certs/host.h"

#include <algorithm>

#include <openssl/err.h>
#include <openssl/x509v3.h>

#include "kube/tls/address_text.h"
#include "kube/tls/openssl_ptr.h"

namespace structural::certs {
namespace {

using AddressPtr = std::unique_ptr<ASN1_OCTET_STRING, kube::OpensslDelete<ASN1_OCTET_STRING_free>>;

AddressPtr Parsed(const std::string& host) {
  AddressPtr address(a2i_IPADDRESS(host.c_str()));
  ERR_clear_error();
  return address;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

}  // namespace

bool IsAddress(const std::string& host) { return Parsed(host) != nullptr; }

std::string Canonical(const std::string& host) {
  if (const AddressPtr address = Parsed(host)) return kube::AddressText(address.get());
  std::string name = host;
  std::ranges::transform(name, name.begin(), Lower);
  return name;
}

}  // namespace structural::certs
