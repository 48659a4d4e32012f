// HelloProof: has a peer show that it reads what it is sent, before a TLS handshake is begun with
// it. A HelloRetryRequest with a cookie asks for that; it costs a sixth of a handshake and leaves
// nothing behind. TLS 1.3 only.
#pragma once

#include <cstdint>

#include <openssl/ssl.h>

namespace structural::http {

// To be called once for each context whose connections are asked.
void PrepareProofs(SSL_CTX* context);

// What a peer's ClientHello is worth. `ssl` is new, and has the ClientHello to read; `connection`
// is a number that no other connection of this process has.
enum class HelloProof {
  kAsked,   // it has none, and a HelloRetryRequest was written: a new `ssl` reads the next one
  kGiven,   // SSL_accept goes on
  kFailed,  // the handshake is over
};
HelloProof LookForProof(SSL* ssl, std::uint64_t connection);

}  // namespace structural::http
