#include "schema/go/netip.h"

#include <algorithm>
#include <optional>

#include "schema/base/hex.h"

namespace structural::go {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

bool AreZero(const Bytes& bytes, std::size_t begin, std::size_t end) {
  return std::all_of(bytes.begin() + begin, bytes.begin() + end, [](auto b) { return b == 0; });
}

// Returns the IPv4 address of an IPv4-mapped IPv6 address, or `address` itself.
Address ToIPv4(const Address& address) {
  if (!address.Is4In6()) return address;
  Address plain{.is4 = true};
  std::copy_n(address.bytes.begin() + 12, 4, plain.bytes.begin());
  return plain;
}

Address WithBits(const Address& address, int bits) {
  Address masked = address;
  for (int i = 0; i < 16; ++i) {
    const int kept = std::clamp(bits - 8 * i, 0, 8);
    masked.bytes[i] &= static_cast<std::uint8_t>(0xFF00 >> kept);
  }
  return masked;
}

std::string Print4(const std::uint8_t* bytes) {
  std::string text = std::to_string(bytes[0]);
  for (int i = 1; i < 4; ++i) text.append(".").append(std::to_string(bytes[i]));
  return text;
}

void AppendHex(int group, std::string& to) {
  for (int shift = 12; shift > 0; shift -= 4) {
    if (group >> shift != 0) to += base::kHexDigits[group >> shift & 15];
  }
  to += base::kHexDigits[group & 15];
}

std::string Print6(const Bytes& bytes) {
  const auto group = [&](int i) { return bytes[2 * i] << 8 | bytes[2 * i + 1]; };
  int from = 8, to = 8;  // the longest run of zeros
  for (int i = 0; i < 8; ++i) {
    int end = i;
    while (end < 8 && group(end) == 0) ++end;
    if (end - i >= 2 && end - i > to - from) from = i, to = end;
  }
  std::string text;
  for (int i = 0; i < 8; ++i) {
    if (i == from) {
      text += "::";
      i = to;
      if (i == 8) break;
    } else if (i > 0) {
      text += ':';
    }
    AppendHex(group(i), text);
  }
  return text;
}

}  // namespace

bool Address::Is4In6() const { return !is4 && AreZero(bytes, 0, 10) && bytes[10] == 0xFF && bytes[11] == 0xFF; }

bool Address::IsUnspecified() const { return zone.empty() && AreZero(bytes, 0, 16); }

bool Address::IsLoopback() const {
  const Address plain = ToIPv4(*this);
  if (plain.is4) return plain.bytes[0] == 127;
  return AreZero(bytes, 0, 15) && bytes[15] == 1;
}

bool Address::IsMulticast() const {
  const Address plain = ToIPv4(*this);
  return plain.is4 ? (plain.bytes[0] & 0xF0) == 0xE0 : bytes[0] == 0xFF;
}

bool Address::IsLinkLocalMulticast() const {
  const Address plain = ToIPv4(*this);
  if (plain.is4) return plain.bytes[0] == 224 && plain.bytes[1] == 0 && plain.bytes[2] == 0;
  return bytes[0] == 0xFF && (bytes[1] & 0x0F) == 2;
}

bool Address::IsLinkLocalUnicast() const {
  const Address plain = ToIPv4(*this);
  if (plain.is4) return plain.bytes[0] == 169 && plain.bytes[1] == 254;
  return bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80;
}

bool Address::IsGlobalUnicast() const {
  const Address plain = ToIPv4(*this);
  const auto is_full = [](std::uint8_t byte) { return byte == 255; };
  if (plain.is4 && std::all_of(plain.bytes.begin(), plain.bytes.begin() + 4, is_full)) return false;
  return !plain.IsUnspecified() && !IsLoopback() && !IsMulticast() && !IsLinkLocalUnicast();
}

Prefix Prefix::Masked() const { return {WithBits(address, bits), bits}; }

bool Prefix::Contains(const Address& other) const {
  return other.zone.empty() && address.is4 == other.is4 && WithBits(other, bits) == WithBits(address, bits);
}

bool Prefix::Overlaps(const Prefix& other) const {
  const int least = std::min(bits, other.bits);
  return address.is4 == other.address.is4 && WithBits(address, least) == WithBits(other.address, least);
}

std::string Print(const Address& address) {
  if (address.is4) return Print4(address.bytes.data());
  std::string text = address.Is4In6() ? "::ffff:" + Print4(address.bytes.data() + 12) : Print6(address.bytes);
  if (!address.zone.empty()) text.append("%").append(address.zone);
  return text;
}

std::string Print(const Prefix& prefix) { return Print(prefix.address) + "/" + std::to_string(prefix.bits); }

}  // namespace structural::go
