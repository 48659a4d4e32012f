// Times as Go's time.Parse(time.RFC3339) reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// The time in UTC to the second ("2026-11-21T04:08:43Z"); nullopt where Go refuses the text.
// Empty for the zero time (0001-01-01T00:00:00Z), which is written as null.
//
// Upstream: Go time parse (Go 1.26), metav1.Time.
std::optional<std::string> NormalizeRfc3339(std::string_view text);

// Layouts of time.Parse.
enum class TimeLayout {
  kRfc3339,    // 2006-01-02T15:04:05Z07:00
  kLocalTime,  // 2006-01-02T15:04:05
  kDate,       // 2006-01-02
};

// What Go says of a text that is no time in that form; nullopt for a time:
//   parsing time "now" as "2006-01-02T15:04:05Z07:00": cannot parse "now" as "2006"
//
// Upstream: Go time.Parse(time.RFC3339, text), time.ParseError (Go 1.26).
std::optional<std::string> TimeParseError(std::string_view text,
                                          TimeLayout layout = TimeLayout::kRfc3339);

}  // namespace structural::go
