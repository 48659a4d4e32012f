// What Go says of a text that is no time in the form of RFC 3339.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// nullopt for a time:
//   parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"
//
// Upstream: Go time.Parse(time.RFC3339, text), time.ParseError (Go 1.26).
std::optional<std::string> TimeParseError(std::string_view text);

}  // namespace structural::go
