// Checks of the first bytes of a connection, before a TLS handshake costs CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <openssl/ssl.h>

namespace structural::http {

// Number of bytes at the start of a connection that contain the size of its ClientHello.
inline constexpr std::size_t kHelloPrefix = 9;

// Returns the size of the ClientHello that begins with `prefix`; 0 if it is another message, or
// does not fit into one TLS record of 16 KiB. Precondition: at least kHelloPrefix bytes.
std::size_t ClientHelloSize(std::string_view prefix);

// A record without meaning that clients send before their second ClientHello (RFC 8446, D.4).
inline constexpr std::string_view kChangeCipherSpec("\x14\x03\x03\0\1\1", 6);

// Returns whether a ClientHello, with its record's header, offers TLS 1.3.
bool OffersTls13(std::string_view hello);

// RetryProof: requires a proof that a peer reads its data, before a TLS handshake begins. The
// server sends a HelloRetryRequest with a cookie, which the peer must return. This costs a sixth of
// a handshake and keeps no state. TLS 1.3 only.

// Must be called once for each context that CheckRetryProof is used with.
void PrepareProofs(SSL_CTX* context);

// Result of CheckRetryProof for a ClientHello. `ssl` must be new, with the ClientHello to read;
// `connection` must be a number that no other connection of this process has.
enum class RetryProof {
  kRetryRequested,  // no proof; a HelloRetryRequest was sent: use a new `ssl` for the next one
  kGiven,           // proof is valid; continue with SSL_accept
  kFailed,          // the handshake failed
};
RetryProof CheckRetryProof(SSL* ssl, std::uint64_t connection);

}  // namespace structural::http
