// Durations as Go's time.ParseDuration reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::go {

// "1h30m", "-1.5s" in nanoseconds; nullopt where Go refuses the text.
//
// Upstream: Go time.ParseDuration (Go 1.26).
std::optional<std::int64_t> ParseDuration(std::string_view text);

}  // namespace structural::go
