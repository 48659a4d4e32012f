#include "kube/query.h"

namespace structural::kube {
namespace {

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

}  // namespace

void Query::Add(std::string_view name, std::string_view value) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  text_ += text_.find('?') == std::string::npos ? '?' : '&';
  text_.append(name) += '=';
  for (const char c : value) {
    if (IsUnreserved(c)) {
      text_ += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text_ += '%';
    text_ += kHex[byte >> 4];
    text_ += kHex[byte & 0xF];
  }
}

}  // namespace structural::kube
