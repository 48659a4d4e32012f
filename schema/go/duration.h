// Reads durations like Go's time.ParseDuration.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::go {

// Returns the nanoseconds of a text like "1h30m" or "-1.5s"; nullopt if Go rejects the text.
//
// Upstream: Go time.ParseDuration (Go 1.26).
std::optional<std::int64_t> ParseDuration(std::string_view text);

}  // namespace structural::go
