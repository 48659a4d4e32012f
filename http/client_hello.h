// Whether the bytes that a peer has sent begin a TLS handshake, before anything is spent on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <openssl/ssl.h>

namespace structural::http {

// The first bytes of a connection, which tell how long its first record is.
inline constexpr std::size_t kHelloPrefix = 9;

// How many bytes a ClientHello has that begins so. 0: it is none, or one that does not fit into one
// TLS record of 16 KiB. Precondition: at least kHelloPrefix bytes.
std::size_t ClientHelloSize(std::string_view prefix);

// A record without meaning that clients send before their second ClientHello (RFC 8446, D.4).
inline constexpr std::string_view kChangeCipherSpec("\x14\x03\x03\0\1\1", 6);

// Whether a ClientHello with its record's header offers TLS 1.3.
bool OffersTls13(std::string_view hello);

// HelloProof: has a peer show that it reads what it is sent, before a TLS handshake is begun with
// it. A HelloRetryRequest with a cookie asks for that; it costs a sixth of a handshake and leaves
// nothing behind. TLS 1.3 only.

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
