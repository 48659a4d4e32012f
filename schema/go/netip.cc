#include "schema/go/netip.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::go {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

bool AreZero(const Bytes& bytes, std::size_t begin, std::size_t end) {
  return std::all_of(bytes.begin() + begin, bytes.begin() + end, [](auto b) { return b == 0; });
}

// Converts an IPv4-mapped IPv6 address to IPv4. Returns any other address unchanged.
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
  int from = 8, to = 8;  // the longest run of zero groups: [from, to)
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
  const int min = std::min(bits, other.bits);
  return address.is4 == other.address.is4 && WithBits(address, min) == WithBits(other.address, min);
}

std::string Print(const Address& address) {
  if (address.is4) return Print4(address.bytes.data());
  std::string text = address.Is4In6() ? "::ffff:" + Print4(address.bytes.data() + 12) : Print6(address.bytes);
  if (!address.zone.empty()) text.append("%").append(address.zone);
  return text;
}

std::string Print(const Prefix& prefix) { return Print(prefix.address) + "/" + std::to_string(prefix.bits); }

namespace {

constexpr auto npos = std::string_view::npos;

// Parses an IP address. If the text is not an address, the functions return false, and `error` is Go's message.
class AddressParser {
 public:
  explicit AddressParser(std::string_view text) : text_(text) {}

  Address address;
  std::string error;

  bool Parse() {
    const auto first = text_.find_first_of(".:%");
    if (first == npos) return Fail("unable to parse IP");
    if (text_[first] == '%') return Fail("missing IPv6 address");
    if (text_[first] == ':') return Parse6();
    address.is4 = true;
    return Parse4(text_, 0);
  }

 private:
  bool Fail(std::string_view why, std::string_view at = {}) {
    error = "ParseAddr(" + base::Quote(text_) + "): ";
    error.append(why);
    if (!at.empty()) error.append(" (at ").append(base::Quote(at)).append(")");
    return false;
  }

  // Parses the four numbers of an IPv4 address, and stores them in address.bytes, beginning at index `to`.
  bool Parse4(std::string_view text, std::size_t to) {
    const std::size_t last = to + 3;
    int value = 0, digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (base::IsDigit(text[i])) {
        if (digits == 1 && value == 0) return Fail("IPv4 field has octet with leading zero");
        value = value * 10 + (text[i] - '0');
        ++digits;
        if (value > 255) return Fail("IPv4 field has value >255");
        continue;
      }
      if (text[i] != '.') return Fail("unexpected character", text.substr(i));
      if (i == 0 || i + 1 == text.size() || text[i - 1] == '.') {
        return Fail("IPv4 field must have at least one digit", text.substr(i));
      }
      if (to == last) return Fail("IPv4 address too long");
      address.bytes[to++] = static_cast<std::uint8_t>(value);
      value = digits = 0;
    }
    if (to < last) return Fail("IPv4 address too short");
    address.bytes[to] = static_cast<std::uint8_t>(value);
    return true;
  }

  bool Parse6() {
    const auto percent = text_.find('%');
    if (percent != npos) address.zone = text_.substr(percent + 1);
    if (percent != npos && address.zone.empty()) return Fail("zone must be a non-empty string");
    rest_ = text_.substr(0, percent);
    if (rest_.starts_with("::")) {
      ellipsis_ = 0;
      rest_.remove_prefix(2);
      if (rest_.empty()) return true;
    }
    bool more = true;
    while (more && used_ < 16) {
      if (!Group(more)) return false;
    }
    if (!rest_.empty()) return Fail("trailing garbage after address", rest_);
    return Expand();
  }

  // Parses a group of an IPv6 address, and the colon after it. Sets `more` to whether another group must follow.
  bool Group(bool& more) {
    unsigned value = 0;
    std::size_t size = 0;
    for (; size < rest_.size() && base::HexValue(rest_[size]) >= 0; ++size) {
      if (size > 3) return Fail("each group must have 4 or less digits", rest_);
      value = value << 4 | static_cast<unsigned>(base::HexValue(rest_[size]));
    }
    if (size == 0) return Fail("each colon-separated field must have at least one digit", rest_);
    if (size < rest_.size() && rest_[size] == '.') {
      more = false;
      return Embedded4();
    }
    address.bytes[used_++] = static_cast<std::uint8_t>(value >> 8);
    address.bytes[used_++] = static_cast<std::uint8_t>(value);
    rest_.remove_prefix(size);
    more = !rest_.empty();
    return !more || Colon(more);
  }

  bool Colon(bool& more) {
    if (rest_[0] != ':') return Fail("unexpected character, want colon", rest_);
    if (rest_.size() == 1) return Fail("colon must be followed by more characters", rest_);
    rest_.remove_prefix(1);
    if (rest_[0] != ':') return true;
    if (ellipsis_) return Fail("multiple :: in address", rest_);
    ellipsis_ = used_;
    rest_.remove_prefix(1);
    more = !rest_.empty();
    return true;
  }

  bool Embedded4() {
    if (!ellipsis_ && used_ != 12) {
      return Fail("embedded IPv4 address must replace the final 2 fields of the address", rest_);
    }
    if (used_ + 4 > 16) {
      return Fail("too many hex fields to fit an embedded IPv4 at the end of the address", rest_);
    }
    if (!Parse4(rest_, used_)) return false;
    rest_ = {};
    used_ += 4;
    return true;
  }

  // Replaces :: by the number of zero groups that makes the address complete.
  bool Expand() {
    if (used_ == 16) {
      return !ellipsis_ || Fail("the :: must expand to at least one field of zeros");
    }
    if (!ellipsis_) return Fail("address string too short");
    auto& bytes = address.bytes;
    const auto begin = bytes.begin() + *ellipsis_, end = bytes.begin() + used_;
    const auto moved = std::move_backward(begin, end, bytes.end());
    std::fill(begin, moved, std::uint8_t{0});
    return true;
  }

  std::string_view text_;
  std::string_view rest_;
  std::size_t used_ = 0;
  std::optional<std::size_t> ellipsis_;
};

// Returns the number of bits of a prefix; nullopt if the text is not a number that fits 64 bits. Numbers that are out
// of range for any prefix become -1 or 1000.
std::optional<int> BitsOf(std::string_view text) {
  if (text.size() > 1 && (text[0] < '1' || text[0] > '9')) return std::nullopt;
  std::int64_t bits = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return static_cast<int>(std::clamp<std::int64_t>(bits, -1, 1000));
}

}  // namespace

std::variant<Address, std::string> ParseAddress(std::string_view text) {
  AddressParser parser(text);
  if (!parser.Parse()) return std::move(parser.error);
  return parser.address;
}

std::variant<Prefix, std::string> ParsePrefix(std::string_view text) {
  const auto fail = [&](std::string_view why) {
    return "netip.ParsePrefix(" + base::Quote(text) + "): " + std::string(why);
  };
  const auto slash = text.rfind('/');
  if (slash == npos) return fail("no '/'");
  AddressParser parser(text.substr(0, slash));
  if (!parser.Parse()) return fail(parser.error);
  if (!parser.address.zone.empty()) return fail("IPv6 zones cannot be present in a prefix");
  const std::string_view number = text.substr(slash + 1);
  const auto bits = BitsOf(number);
  if (!bits) return fail("bad bits after slash: " + base::Quote(number));
  if (*bits < 0 || *bits > parser.address.bits()) return fail("prefix length out of range");
  return Prefix{parser.address, *bits};
}

}  // namespace structural::go
