#include "http/hello_proof.h"

#include <cstring>

namespace structural::http {
namespace {

using ConnectionId = std::uint64_t;

// OpenSSL signs the cookie with a key of the context. The number in it makes it of no use to
// others.
int Write(SSL* ssl, unsigned char* cookie, std::size_t* size) {
  *size = sizeof(ConnectionId);
  std::memcpy(cookie, SSL_get_app_data(ssl), *size);
  return 1;
}

int IsSame(SSL* ssl, const unsigned char* cookie, std::size_t size) {
  return size == sizeof(ConnectionId) && std::memcmp(cookie, SSL_get_app_data(ssl), size) == 0;
}

}  // namespace

void PrepareProofs(SSL_CTX* context) {
  SSL_CTX_set_stateless_cookie_generate_cb(context, Write);
  SSL_CTX_set_stateless_cookie_verify_cb(context, IsSame);
}

HelloProof LookForProof(SSL* ssl, ConnectionId connection) {
  SSL_set_app_data(ssl, &connection);
  const int result = SSL_stateless(ssl);
  SSL_set_app_data(ssl, nullptr);
  if (result == 1) return HelloProof::kGiven;
  return result == 0 ? HelloProof::kAsked : HelloProof::kFailed;
}

}  // namespace structural::http
