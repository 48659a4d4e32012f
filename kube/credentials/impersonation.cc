#include "kube/credentials/impersonation.h"

#include <algorithm>
#include <string_view>

namespace structural::kube {
namespace {

// What RFC 7230 allows in a header's name, but for '%', which escapes the others.
bool IsNameByte(unsigned char c) {
  constexpr std::string_view kMarks = "!#$&'*+-.^_`|~";
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         kMarks.find(static_cast<char>(c)) != std::string_view::npos;
}

std::string EscapeName(const std::string& key) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string escaped;
  for (const unsigned char c : key) {
    if (IsNameByte(c)) {
      escaped += static_cast<char>(c);
    } else {
      escaped += {'%', kHex[c >> 4], kHex[c & 15]};
    }
  }
  return escaped;
}

bool IsValue(const std::string& text) {
  return std::none_of(text.begin(), text.end(),
                      [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7F; });
}

}  // namespace

base::Result<std::vector<std::pair<std::string, std::string>>> ImpersonationHeaders(
    const Impersonation& as) {
  std::vector<std::pair<std::string, std::string>> headers;
  if (as.user.empty()) return headers;
  headers.emplace_back("Impersonate-User", as.user);
  if (!as.uid.empty()) headers.emplace_back("Impersonate-Uid", as.uid);
  for (const std::string& group : as.groups) headers.emplace_back("Impersonate-Group", group);
  for (const auto& [key, value] : as.extra) {
    headers.emplace_back("Impersonate-Extra-" + EscapeName(key), value);
  }
  for (const auto& [name, value] : headers) {
    if (IsValue(value)) continue;
    return base::Error(
        base::ErrorCode::kInvalidInput,
        "impersonation: the value for " + name +
            " contains a line break or another character that is not allowed in a header");
  }
  return headers;
}

}  // namespace structural::kube
