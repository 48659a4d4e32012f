#include <algorithm>
#include <iterator>

#include "schema/go/base64.h"
#include "schema/validate/webhook.h"

namespace structural::validate {
namespace {

struct PemBlock {
  std::string_view type;
  bool has_headers = false;
  std::string bytes;
};

std::string_view TakeLine(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  const auto last = line.find_last_not_of(" \t\r");
  return line.substr(0, last == line.npos ? 0 : last + 1);
}

// Returns the next block; nullopt if none follows. Skips other text.
//
// Upstream: Go encoding/pem Decode (Go 1.26).
std::optional<PemBlock> NextBlock(std::string_view& rest) {
  constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ", kDashes = "-----";
  while (!rest.empty()) {
    const std::string_view line = TakeLine(rest);
    if (!line.starts_with(kBegin) || !line.ends_with(kDashes)) continue;
    PemBlock block;
    block.type = line.substr(kBegin.size(), line.size() - kBegin.size() - kDashes.size());
    std::string_view inside = rest;
    std::string text;
    while (!inside.empty()) {
      const std::string_view content = TakeLine(inside);
      if (content.starts_with(kEnd)) {
        const std::string end = std::string(kEnd) + std::string(block.type) + std::string(kDashes);
        auto bytes = content == end ? go::DecodeBase64(text) : std::nullopt;
        if (!bytes) break;
        block.bytes = *std::move(bytes);
        rest = inside;
        return block;
      }
      if (content.find(':') != content.npos && text.empty()) {
        block.has_headers = true;
      } else {
        std::ranges::remove_copy_if(content, std::back_inserter(text), [](char c) { return c == ' ' || c == '\t'; });
      }
    }
  }
  return std::nullopt;
}

// Whether the text is one ASN.1 sequence of its full length.
bool IsSequence(std::string_view der) {
  if (der.size() < 2 || static_cast<unsigned char>(der[0]) != 0x30) return false;
  std::size_t length = static_cast<unsigned char>(der[1]), header = 2;
  if (length >= 0x80) {
    const std::size_t bytes = length & 0x7F;
    if (bytes == 0 || bytes > 4 || der.size() < 2 + bytes) return false;
    length = 0;
    for (std::size_t i = 0; i < bytes; ++i) length = length << 8 | static_cast<unsigned char>(der[2 + i]);
    header += bytes;
  }
  return header + length == der.size();
}

}  // namespace

std::optional<std::string> CABundleError(std::string_view bytes) {
  constexpr std::string_view kPrefix = "unable to load root certificates: ";
  std::optional<std::string> error;
  for (std::string_view rest = bytes; !rest.empty();) {
    const auto block = NextBlock(rest);
    if (!block) {
      if (!error) error = "unable to parse bytes as PEM block";
      break;
    }
    if (block->type != "CERTIFICATE" || block->has_headers) continue;
    if (IsSequence(block->bytes)) return std::nullopt;
    if (!error) error = "failed to parse certificate: x509: malformed certificate";
  }
  return std::string(kPrefix) + error.value_or("no valid certificate authority data seen");
}

}  // namespace structural::validate
