// Moment: a point of the wall clock, as certificates have it.
#pragma once

#include <chrono>
#include <string>

namespace structural::certs {

using Moment = std::chrono::sys_seconds;

// "2026-11-21T04:08:43Z"
std::string Text(Moment moment);

}  // namespace structural::certs
