// Parses and prints URLs like Go's net/url.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace structural::go {

struct Url {
  std::string scheme;
  std::string opaque;  // the text after the scheme if it does not begin with a slash: "a@b" of "mailto:a@b"
  std::optional<std::string> user;  // user information, with escapes: "name:password"
  std::string host;                 // host and port: "host", "host:port", "[::1]:port"
  std::string path;                 // unescaped
  std::string raw_path;  // the path as written, if it differs from Go's default encoding of `path`; else empty
  std::string query;     // text after the question mark, with escapes
  std::string fragment;  // unescaped
  // The fragment as written, if it differs from Go's default encoding of `fragment`; else empty.
  std::string raw_fragment;
  bool force_query = false;  // whether the URL has a question mark without a query
  bool omit_host = false;    // whether the URL has the form "scheme:/path", without "//"

  std::string_view Hostname() const;  // the host without port and brackets
  std::string_view Port() const;      // digits of the port; empty if the URL has none
  std::string EscapedPath() const;
};

enum class UrlKind {
  kReference,  // a URL, or a reference relative to one: "../a?b#c"
  kRequest,    // the target of an HTTP request: an absolute URL or an absolute path, without a fragment
};

// Parses a URL. Returns Go's error if the text is not a URL: parse "x%": invalid URL escape "%".
//
// Upstream: Go net/url Parse, or ParseRequestURI for kRequest (Go 1.26).
std::variant<Url, std::string> ParseUrl(std::string_view text, UrlKind kind = UrlKind::kReference);

// Returns the URL as text.
//
// Upstream: Go net/url URL.String (Go 1.26).
std::string Print(const Url& url);

// Returns the parameters of a query in their order. Omits the parameters that Go rejects.
//
// Upstream: Go net/url URL.Query (Go 1.26).
std::vector<std::pair<std::string, std::string>> ParseQuery(std::string_view query);

}  // namespace structural::go
