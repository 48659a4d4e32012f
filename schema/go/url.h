// Reads and writes URLs like Go's net/url.
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
  std::string opaque;               // "a@b" of "mailto:a@b"
  std::optional<std::string> user;  // escaped: "name:password"
  std::string host;                 // "host", "host:port", "[::1]:port"
  std::string path;                 // unescaped
  std::string raw_path;             // as written, if Go would escape `path` differently
  std::string query;                // after the question mark, as written
  std::string fragment;             // unescaped
  std::string raw_fragment;         // as written, if Go would escape `fragment` differently
  bool force_query = false;         // whether the URL ends with a question mark
  bool omit_host = false;           // whether the URL is "scheme:/path"

  std::string_view Hostname() const;  // without port and brackets
  std::string_view Port() const;      // digits, or empty
  std::string EscapedPath() const;
};

enum class UrlKind { kReference, kRequest };

// Returns the URL, or Go's error: parse "x%": invalid URL escape "%".
//
// Upstream: Go net/url Parse, or ParseRequestURI for kRequest (Go 1.26).
std::variant<Url, std::string> ParseUrl(std::string_view text, UrlKind kind = UrlKind::kReference);

// Returns the URL as text.
//
// Upstream: Go net/url URL.String (Go 1.26).
std::string Print(const Url& url);

// Returns the parameters of a query in order, without those that Go rejects.
//
// Upstream: Go net/url URL.Query (Go 1.26).
std::vector<std::pair<std::string, std::string>> ParseQuery(std::string_view query);

}  // namespace structural::go
