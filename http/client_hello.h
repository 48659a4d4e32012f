// Whether the bytes that a peer has sent begin a TLS handshake, before anything is spent on it.
#pragma once

#include <cstddef>
#include <string_view>

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

}  // namespace structural::http
