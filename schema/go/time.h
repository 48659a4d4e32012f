// Parses times like Go's time.Parse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Returns the time in UTC, to the second ("2026-11-21T04:08:43Z"); nullopt if Go rejects the text. Returns an empty
// text for the zero time (0001-01-01T00:00:00Z), which Kubernetes writes as null.
//
// Upstream: Go time parse (Go 1.26), apimachinery apis/meta/v1/time.go Time.
std::optional<std::string> NormalizeRfc3339(std::string_view text);

// The layouts of Go's time.Parse that this project uses.
enum class TimeLayout {
  kRfc3339,    // 2006-01-02T15:04:05Z07:00
  kLocalTime,  // 2006-01-02T15:04:05
  kDate,       // 2006-01-02
};

// Returns Go's error if `text` is not a time in `layout`; nullopt for a valid time:
//   parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"
//
// Upstream: Go time.Parse(time.RFC3339, text), time.ParseError (Go 1.26).
std::optional<std::string> TimeParseError(std::string_view text, TimeLayout layout = TimeLayout::kRfc3339);

}  // namespace structural::go
