// IP addresses and prefixes as in Go's net/netip. The types are plain values, but the zone of a parsed address points
// into the parsed text.
//
// Upstream: Go net/netip (Go 1.26).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace structural::go {

struct Address {
  std::array<std::uint8_t, 16> bytes{};  // an IPv4 address uses only the first four bytes
  bool is4 = false;
  std::string_view zone = {};  // zone of an IPv6 address: "eth0" of "fe80::1%eth0"; empty: none

  int bits() const { return is4 ? 32 : 128; }
  bool Is4In6() const;
  bool IsUnspecified() const;
  bool IsLoopback() const;
  bool IsMulticast() const;
  bool IsLinkLocalMulticast() const;
  bool IsLinkLocalUnicast() const;
  bool IsGlobalUnicast() const;

  friend bool operator==(const Address&, const Address&) = default;
};

struct Prefix {
  Address address;  // without a zone; the bits after the prefix length can be set
  int bits = 0;     // length of the prefix in bits

  Prefix Masked() const;
  bool Contains(const Address& other) const;
  bool Overlaps(const Prefix& other) const;

  friend bool operator==(const Prefix&, const Prefix&) = default;
};

// Parses an IP address. Returns Go's error if the text is not an address:
//   ParseAddr("1.2"): IPv4 address too short
std::variant<Address, std::string> ParseAddress(std::string_view text);
// Parses an IP prefix. Returns Go's error if the text is not a prefix:
//   netip.ParsePrefix("1.2.3.4"): no '/'
std::variant<Prefix, std::string> ParsePrefix(std::string_view text);

// Returns an address or a prefix in Go's canonical notation.
std::string Print(const Address& address);
std::string Print(const Prefix& prefix);

}  // namespace structural::go
