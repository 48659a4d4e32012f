// MicroTime: the type of the times in Leases and Events.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace structural::kube {

// A time of the wall clock. If another machine wrote it, it must not be compared with this machine's clock, because the
// clocks of two machines differ.
using MicroTime = std::chrono::sys_time<std::chrono::microseconds>;

// Returns the time as "2026-11-21T04:08:43.000000Z". Precondition: its year is from 0 to 9999.
// Upstream: apis/meta/v1/micro_time.go MicroTime.MarshalJSON (apimachinery 0.37)
std::string FormatMicroTime(MicroTime time);

// Reads any time of RFC 3339, and cuts it to microseconds. Returns nullopt for other texts.
std::optional<MicroTime> ParseMicroTime(std::string_view text);

}  // namespace structural::kube
