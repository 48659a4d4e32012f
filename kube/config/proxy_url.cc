#include "kube/config/proxy_url.h"

#include <optional>
#include <string_view>

#include "kube/config/server_url.h"
#include "schema/base/ascii.h"

namespace structural::kube {
namespace {

using base::HexValue;

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
  if (!username || !password)
    return InvalidInput("has an invalid % escape in the user or password");
  url->username = *username;
  url->password = *password;
  return base::Ok();
}

}  // namespace

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
    const bool has_port =
        colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
    // A server's host and port have the same form.
    const base::Result<ServerUrl> place = ParseServerUrl(
        "http://" + std::string(rest) + (has_port ? "" : ":" + std::to_string(scheme.port)));
    if (!place.ok()) return InvalidInput("has an invalid host or port");
    url.host = place->host;
    url.port = place->port;
    return url;
  }
  return InvalidInput("does not start with http://, https:// or socks5://");
}

}  // namespace structural::kube
