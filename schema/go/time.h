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

}  // namespace structural::go
