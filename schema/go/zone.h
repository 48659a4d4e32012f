// Time zones by name. Their data is compiled into the program, so the result does not depend on the computer.
//
// Upstream: Go time.LoadLocation, zoneinfo.go (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::go {

// Returns the UTC offset of a time zone at a point in time, in seconds east of UTC; nullopt if no time zone has the
// name. "" and "Local" are UTC. `seconds` is the time since 1970-01-01T00:00:00Z, and must be in the years 1 to 9999.
std::optional<std::int64_t> ZoneOffset(std::string_view name, std::int64_t seconds);

}  // namespace structural::go
