// URLs as Go's net/url reads and writes them.
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
  std::string opaque;               // of "mailto:a@b"
  std::optional<std::string> user;  // escaped: "name:password"
  std::string host;                 // "host", "host:port", "[::1]:port"
  std::string path;                 // without escapes
  std::string raw_path;             // as written, where Go would escape `path` in another way
  std::string query;                // behind the question mark, as written
  std::string fragment;             // without escapes
  std::string raw_fragment;         // as raw_path
  bool force_query = false;         // ends with a question mark
  bool omit_host = false;           // "scheme:/path"

  std::string_view Hostname() const;  // without port and brackets
  std::string_view Port() const;      // digits, or empty
  std::string EscapedPath() const;
};

enum class UrlKind { kReference, kRequest };

// The text is Go's error: parse "x%": invalid URL escape "%".
//
// Upstream: Go net/url Parse, or ParseRequestURI for kRequest (Go 1.26).
std::variant<Url, std::string> ParseUrl(std::string_view text, UrlKind kind = UrlKind::kReference);

// Upstream: Go net/url URL.String (Go 1.26).
std::string Print(const Url& url);

// The parameters of a query in order; what Go refuses of them is left out.
//
// Upstream: Go net/url URL.Query (Go 1.26).
std::vector<std::pair<std::string, std::string>> ParseQuery(std::string_view query);

}  // namespace structural::go
