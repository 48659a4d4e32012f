// Time zones by their names, as Go has them with it, whatever the machine has.
//
// Upstream: Go time.LoadLocation, zoneinfo.go (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::go {

// Seconds east of UTC at a moment; nullopt where there is no zone of the name. "" and "Local" are
// UTC. `seconds`: since 1970, of the years 1 to 9999.
std::optional<std::int64_t> ZoneOffset(std::string_view name, std::int64_t seconds);

}  // namespace structural::go
