// Checks of the first bytes of a connection, before a TLS handshake costs CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <openssl/ssl.h>

namespace structural::http {

// Number of bytes at the start of a connection from which ClientHelloSize computes the size of the ClientHello.
inline constexpr std::size_t kHelloPrefixBytes = 9;

// Returns the size in bytes of the ClientHello that begins with `prefix`, including its record's header; 0 if the
// message is not a ClientHello, or does not fit into one TLS record of 16 KiB. Precondition: `prefix` has at least
// kHelloPrefixBytes bytes.
std::size_t ClientHelloSize(std::string_view prefix);

// A record that clients can send before their second ClientHello, and that the server must ignore (RFC 8446, D.4).
inline constexpr std::string_view kChangeCipherSpec("\x14\x03\x03\0\1\1", 6);

// Returns whether a ClientHello offers TLS 1.3. `hello` begins with the header of the TLS record.
bool OffersTls13(std::string_view hello);

// RetryProof: a peer's proof that it reads its data, which is required before a TLS handshake begins. The server sends
// a HelloRetryRequest with a cookie, which the peer must return. This costs a sixth of a handshake, and the server
// keeps no state in the meantime. TLS 1.3 only.

// Prepares a context for CheckRetryProof. Must be called once for each context.
void EnableRetryProofs(SSL_CTX* context);

enum class RetryProof {
  kRetryRequested,  // no proof: a HelloRetryRequest was sent. The next ClientHello needs a new `ssl`
  kGiven,           // the ClientHello has a valid proof; continue with SSL_accept
  kFailed,          // the handshake failed
};
// Reads a ClientHello, and checks whether it has a valid proof. `ssl` must be new, and the ClientHello must be the next
// data that it reads. `connection` must be a number that no other connection of this process has.
RetryProof CheckRetryProof(SSL* ssl, std::uint64_t connection);

}  // namespace structural::http
