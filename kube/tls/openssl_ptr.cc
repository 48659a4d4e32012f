#include "kube/tls/openssl_ptr.h"

#include <arpa/inet.h>

namespace structural::kube {

std::string AddressText(const ASN1_STRING* address) {
  char text[INET6_ADDRSTRLEN] = "?";
  const int family = ASN1_STRING_length(address) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET || ASN1_STRING_length(address) == 16) {
    inet_ntop(family, ASN1_STRING_get0_data(address), text, sizeof text);
  }
  return text;
}

}  // namespace structural::kube
