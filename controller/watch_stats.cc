#include "controller/watch_stats.h"

#include <charconv>

namespace structural::controller {
namespace {

// A watch that ends before this time, and without an event, counts as a short watch.
// Upstream: tools/cache/reflector.go handleAnyWatch (client-go 0.37)
constexpr std::chrono::seconds kShort{1};

double NumberOf(const std::string& resource_version) {
  double number = 0;
  std::from_chars(resource_version.data(), resource_version.data() + resource_version.size(), number);
  return number;
}

}  // namespace

void WatchStats::Sum::Add(double value) {
  ++count;
  sum += value;
}

void WatchStats::OnListed(Clock::Monotonic begun, std::size_t items, const std::string& resource_version) {
  const std::lock_guard lock(mutex_);
  last_answer_at_ = clock_.Now();
  totals_.list_seconds.Add(Seconds(last_answer_at_ - begun));
  totals_.list_items.Add(static_cast<double>(items));
  totals_.resource_version = NumberOf(resource_version);
}

void WatchStats::OnOpened() {
  const std::lock_guard lock(mutex_);
  totals_.opened = clock_.Now();
  ++totals_.watches;
}

void WatchStats::OnEvent(const std::string& resource_version) {
  const std::lock_guard lock(mutex_);
  totals_.last_event = clock_.WallNow();
  totals_.resource_version = NumberOf(resource_version);
}

void WatchStats::OnEnded(Clock::Monotonic begun, std::size_t items, End why) {
  const std::lock_guard lock(mutex_);
  if (!totals_.opened) return;
  totals_.opened.reset();
  last_answer_at_ = clock_.Now();
  totals_.watch_seconds.Add(Seconds(last_answer_at_ - begun));
  totals_.watch_items.Add(static_cast<double>(items));
  totals_.short_watches += last_answer_at_ - begun < kShort && items == 0;
  ++totals_.ends[static_cast<std::size_t>(why)];
}

WatchStats::Totals WatchStats::Read() const {
  const std::lock_guard lock(mutex_);
  return totals_;
}

std::chrono::nanoseconds WatchStats::TimeWithoutWatch() const {
  const std::lock_guard lock(mutex_);
  return totals_.opened ? std::chrono::nanoseconds(0) : clock_.Now() - last_answer_at_;
}

std::chrono::nanoseconds WatchStats::WatchAge() const {
  const std::lock_guard lock(mutex_);
  return totals_.opened ? clock_.Now() - *totals_.opened : std::chrono::nanoseconds(0);
}

}  // namespace structural::controller
