// MicroTime: the moments in Leases and Events.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace structural::kube {

// Of the wall clock, as other machines have to understand it. Never compare it with this machine's
// clock to see how much time has passed: those of two machines differ.
using MicroTime = std::chrono::sys_time<std::chrono::microseconds>;

// "2026-11-21T04:08:43.000000Z". Precondition: a year from 0 to 9999.
// Upstream: metav1.MicroTime MarshalJSON (apimachinery 0.37)
std::string FormatMicroTime(MicroTime time);

// Any RFC 3339 time; what is finer than a microsecond is left out. None when it is no time.
std::optional<MicroTime> ParseMicroTime(std::string_view text);

}  // namespace structural::kube
