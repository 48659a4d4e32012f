#include "certs/host.h"

#include <algorithm>

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>

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
  if (const AddressPtr address = Parsed(host)) return AddressText(address.get());
  std::string name = host;
  std::ranges::transform(name, name.begin(), Lower);
  return name;
}

std::string AddressText(const ASN1_OCTET_STRING* address) {
  const int family = ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET6 && ASN1_STRING_length(address) != 16) return "";
  char text[INET6_ADDRSTRLEN] = "";
  inet_ntop(family, ASN1_STRING_get0_data(address), text, sizeof text);
  return text;
}

}  // namespace structural::certs
