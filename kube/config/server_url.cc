#include "kube/config/server_url.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "schema/base/utf8.h"

namespace structural::kube {
namespace {

using base::HexValue;

// Returns the error for a server's URL. It does not repeat the URL, because the URL can contain a password.
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

bool IsHostCharacter(char c) { return base::IsLetterOrDigit(c) || c == '-' || c == '.' || c == '_' || c == ':'; }

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

base::Error InvalidInput(const std::string& what) {
  return {base::ErrorCode::kInvalidInput,
          what + "; use a URL like http://HOST:3128, https://HOST or socks5://HOST:1080"};
}

struct Scheme {
  std::string_view prefix;
  ProxyUrl::Kind kind;
  int port;
};

constexpr Scheme kSchemes[] = {{"http://", ProxyUrl::Kind::kHttp, 80},
                               {"https://", ProxyUrl::Kind::kHttps, 443},
                               {"socks5://", ProxyUrl::Kind::kSocks5, 1080},
                               {"socks5h://", ProxyUrl::Kind::kSocks5, 1080}};

std::optional<std::string> PercentDecode(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = HexValue(text[i + 1]);
    const int low = HexValue(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

base::Status ReadUser(std::string_view text, ProxyUrl* url) {
  const size_t colon = text.find(':');
  const std::optional<std::string> username = PercentDecode(text.substr(0, colon));
  std::optional<std::string> password = std::string();
  if (colon != std::string_view::npos) password = PercentDecode(text.substr(colon + 1));
  if (!username || !password) return InvalidInput("has an invalid % escape in the user or password");
  url->username = *username;
  url->password = *password;
  return base::Ok();
}

}  // namespace

std::string ServerUrl::Authority() const { return (IsIpv6() ? "[" + host + "]" : host) + ":" + std::to_string(port); }

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

std::string ProxyUrl::Authority() const {
  const bool ipv6 = host.find(':') != std::string::npos;
  return (ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

base::Result<ProxyUrl> ParseProxyUrl(const std::string& text) {
  for (const Scheme& scheme : kSchemes) {
    if (!text.starts_with(scheme.prefix)) continue;
    ProxyUrl url{.kind = scheme.kind};
    std::string_view rest = std::string_view(text).substr(scheme.prefix.size());
    rest = rest.substr(0, rest.find_first_of("/?#"));
    const size_t at = rest.rfind('@');
    if (at != std::string_view::npos) {
      const base::Status user = ReadUser(rest.substr(0, at), &url);
      if (!user.ok()) return user.error();
      rest.remove_prefix(at + 1);
    }
    const size_t bracket = rest.rfind(']');
    const size_t colon = rest.rfind(':');
    const bool has_port = colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
    // Reads the proxy's host and port as those of a server, because they have the same form.
    const base::Result<ServerUrl> place =
        ParseServerUrl("http://" + std::string(rest) + (has_port ? "" : ":" + std::to_string(scheme.port)));
    if (!place.ok()) return InvalidInput("has an invalid host or port");
    url.host = place->host;
    url.port = place->port;
    return url;
  }
  return InvalidInput("does not start with http://, https:// or socks5://");
}

}  // namespace structural::kube
