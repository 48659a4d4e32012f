// Age: how long ago something was, for people.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace structural::scan {

// "45s", "4m10s", "3h20m", "12d", "2y30d".
// Upstream: util/duration/duration.go HumanDuration (apimachinery 0.37)
std::string HumanDuration(std::chrono::seconds duration);

// Of a metav1.Time; "-" where it is none.
std::string Age(std::string_view time, std::chrono::system_clock::time_point now);

}  // namespace structural::scan
