// A sleep that a stop_token ends.
#pragma once

#include <chrono>
#include <stop_token>

namespace structural::kube {

// True after `duration`, false at once when the token fires.
bool SleepFor(std::chrono::milliseconds duration, std::stop_token stop);

}  // namespace structural::kube
