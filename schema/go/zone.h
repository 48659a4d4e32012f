// Time zones by name, from tables in the program: the result does not depend on the machine.
//
// Upstream: Go time.LoadLocation, zoneinfo.go (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::go {

// Returns the offset at a point in time, in seconds east of UTC; nullopt if no zone has the name. "" and "Local" are
// UTC. `seconds`: since 1970-01-01T00:00:00Z, within the years 1 to 9999.
std::optional<std::int64_t> ZoneOffset(std::string_view name, std::int64_t seconds);

}  // namespace structural::go
