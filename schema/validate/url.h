// URLs as Go's net/url reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace structural::validate {

struct Url {
  std::string scheme;
  std::optional<std::string> user;  // escaped: "name:password"
  std::string host;
  std::string query;
  std::string fragment;
};

enum class UrlKind { kReference, kRequest };

// The text is Go's error: parse "x%": invalid URL escape "%".
//
// Upstream: Go net/url Parse, or ParseRequestURI for kRequest (Go 1.26). What is in brackets is
// said to be no address in one way only.
std::variant<Url, std::string> ParseUrl(std::string_view text, UrlKind kind = UrlKind::kReference);

}  // namespace structural::validate
