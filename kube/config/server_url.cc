#include "kube/config/server_url.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace structural::kube {
namespace {

// Never repeats the URL: somebody may have put a password into it.
base::Error BadUrl(const std::string& what) {
  return {base::ErrorCode::kInvalidInput, "server: " + what + "; use a URL like https://HOST:6443"};
}

bool TakePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool ReadPort(std::string_view text, int* port) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), *port);
  return failure == std::errc() && end == text.data() + text.size() && *port > 0 && *port < 65536;
}

bool IsHostCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == ':';
}

base::Status ReadAuthority(std::string_view authority, ServerUrl* url) {
  if (authority.find('@') != std::string_view::npos) return BadUrl("contains credentials");
  size_t colon = authority.rfind(':');
  if (authority.starts_with('[')) {
    const size_t bracket = authority.find(']');
    if (bracket == std::string_view::npos) return BadUrl("a bracket is not closed");
    url->host = authority.substr(1, bracket - 1);
    if (bracket + 1 == authority.size()) colon = std::string_view::npos;
    if (!url->IsIpv6() || (colon != std::string_view::npos && colon != bracket + 1)) {
      return BadUrl("only an IPv6 address can be in brackets");
    }
  } else {
    url->host = authority.substr(0, colon);
    if (url->IsIpv6()) return BadUrl("an IPv6 address needs brackets");
  }
  if (colon != std::string_view::npos && !ReadPort(authority.substr(colon + 1), &url->port)) {
    return BadUrl("the port must be a number from 1 to 65535");
  }
  for (const char c : url->host) {
    if (!IsHostCharacter(c)) return BadUrl("the host contains an invalid character");
  }
  if (url->host.empty()) return BadUrl("the host is missing");
  return base::Ok();
}

}  // namespace

std::string ServerUrl::Authority() const {
  return (IsIpv6() ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string ServerUrl::Origin() const { return (tls ? "https://" : "http://") + Authority(); }

base::Result<ServerUrl> ParseServerUrl(const std::string& text) {
  std::string_view rest = text;
  ServerUrl url;
  if (TakePrefix(rest, "http://")) {
    url.tls = false;
    url.port = 80;
  } else if (!TakePrefix(rest, "https://")) {
    return BadUrl("does not start with https://");
  }
  if (rest.find_first_of("?#") != std::string_view::npos) {
    return BadUrl("contains a query or fragment");
  }
  const size_t slash = std::min(rest.find('/'), rest.size());
  const base::Status read = ReadAuthority(rest.substr(0, slash), &url);
  if (!read.ok()) return read.error();
  url.prefix = rest.substr(slash);
  while (url.prefix.ends_with('/')) url.prefix.pop_back();
  return url;
}

}  // namespace structural::kube
