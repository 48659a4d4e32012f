#include "controller/retry_delay.h"

#include <algorithm>

namespace structural::controller {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirst{800};
constexpr milliseconds kLongest{30'000};
constexpr std::chrono::minutes kReset{2};

}  // namespace

milliseconds RetryDelay::Next(double random) {
  const auto now = clock_.Now();
  const bool fresh = base_.count() == 0 || now - last_ > kReset;
  base_ = fresh ? kFirst : std::min(base_ * 2, kLongest);
  last_ = now;
  return base_ + milliseconds(static_cast<std::int64_t>(base_.count() * random));
}

}  // namespace structural::controller
