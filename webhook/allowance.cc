#include "webhook/allowance.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace structural::webhook {
namespace {

constexpr std::size_t kLookEvery = 1000;

std::chrono::nanoseconds TimeOfThread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

Allowance::Allowance(std::size_t bytes, std::chrono::nanoseconds time)
    : most_(static_cast<std::ptrdiff_t>(bytes)), until_(TimeOfThread() + time) {
  of_thread_ = this;
}

Allowance::~Allowance() { of_thread_ = nullptr; }

Allowance::Pause::Pause() : paused_(std::exchange(of_thread_, nullptr)) {}
Allowance::Pause::~Pause() { of_thread_ = paused_; }

bool Allowance::Hold(std::size_t bytes) {
  held_ += static_cast<std::ptrdiff_t>(bytes);
  peak_ = std::max(peak_, held_);
  if (held_ > most_) {
    exceeded_ = Exceeded::kMemory;
  } else if (++allocations_ % kLookEvery == 0 && TimeOfThread() > until_) {
    exceeded_ = Exceeded::kTime;
  } else {
    return true;
  }
  held_ -= static_cast<std::ptrdiff_t>(bytes);
  return false;
}

}  // namespace structural::webhook
