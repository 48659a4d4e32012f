#include <algorithm>

#include "schema/go/url.h"
#include "schema/go/url_escape.h"

namespace structural::go {
namespace {

constexpr std::size_t kMaxParameters = 10'000;

// Appends //user@host.
void AppendAuthority(const Url& url, std::string& to) {
  if (url.scheme.empty() && url.host.empty() && !url.user) return;
  if (url.omit_host && url.host.empty() && !url.user) return;
  if (!url.host.empty() || !url.path.empty() || url.user) to += "//";
  if (url.user) to.append(*url.user).append("@");
  to += EscapeUrl(url.host, UrlPart::kHost);
}

void AppendPath(const Url& url, std::string& to) {
  const std::string path = url.EscapedPath();
  if (!path.empty() && path[0] != '/' && !url.host.empty()) to += '/';
  const bool colon = path.substr(0, path.find('/')).find(':') != path.npos;
  if (to.empty() && colon) to += "./";
  to += path;
}

}  // namespace

std::string Print(const Url& url) {
  std::string text;
  if (!url.scheme.empty()) text.append(url.scheme).append(":");
  if (url.opaque.empty()) {
    AppendAuthority(url, text);
    AppendPath(url, text);
  } else {
    text += url.opaque;
  }
  if (url.force_query || !url.query.empty()) text.append("?").append(url.query);
  if (url.fragment.empty()) return text;
  return text + "#" + EscapedAs(url.raw_fragment, url.fragment, UrlPart::kFragment);
}

std::vector<std::pair<std::string, std::string>> ParseQuery(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> parameters;
  if (std::ranges::count(query, '&') >= static_cast<std::ptrdiff_t>(kMaxParameters)) return {};
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.empty() || part.find(';') != part.npos) continue;
    const auto equals = std::min(part.find('='), part.size());
    std::string key, value;
    const std::string_view behind = part.substr(std::min(equals + 1, part.size()));
    if (!UnescapeUrl(part.substr(0, equals), UrlPart::kQuery, key).empty()) continue;
    if (!UnescapeUrl(behind, UrlPart::kQuery, value).empty()) continue;
    parameters.emplace_back(std::move(key), std::move(value));
  }
  return parameters;
}

}  // namespace structural::go
