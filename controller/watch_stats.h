// WatchStats: counts the reflector's lists, watches and events, for metrics and /readyz.
//
// Thread-safe. Must outlive all objects that use it.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "controller/clock.h"

namespace structural::controller {

inline double Seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

class WatchStats {
 public:
  // Reason for the end of a watch. kClosed: the server ended it. kBroken: the connection broke. kExpired: the
  // resourceVersion was too old. kError: any other error.
  enum class End { kClosed, kBroken, kExpired, kError };
  static constexpr std::array kEnds = {End::kClosed, End::kBroken, End::kExpired, End::kError};

  // The number and the sum of observed values, as in a Prometheus summary without quantiles.
  struct Sum {
    std::uint64_t count = 0;
    double sum = 0;
    void Add(double value);
  };

  struct Totals {
    Sum list_seconds, list_items;
    std::uint64_t watches = 0;
    std::uint64_t short_watches = 0;  // watches shorter than a second, without an event
    Sum watch_seconds, watch_items;
    std::array<std::uint64_t, kEnds.size()> ends{};
    double resource_version = 0;             // the last seen resourceVersion
    std::optional<Clock::Monotonic> opened;  // start of the current watch; nullopt if no watch is open
    std::optional<Clock::Wall> last_event;   // time of the last event, which can be a bookmark
  };

  // The clock must outlive the object.
  explicit WatchStats(Clock& clock) : clock_(clock), last_answer_at_(clock.Now()) {}

  // Records that the whole state was read by a list or by WatchList, which began at `begun`.
  void OnListed(Clock::Monotonic begun, std::size_t items, const std::string& resource_version);
  // Records that the server has answered a watch.
  void OnOpened();
  void OnEvent(const std::string& resource_version);
  // Records the end of a watch that began at `begun` and had `items` events. Does nothing if the server had not
  // answered the watch.
  void OnEnded(Clock::Monotonic begun, std::size_t items, End why);

  Totals Read() const;
  // Returns the time since a list was read or a watch ended, whichever was later; 0 while a watch is open.
  std::chrono::nanoseconds TimeWithoutWatch() const;
  // Returns the age of the current watch; 0 if no watch is open.
  std::chrono::nanoseconds WatchAge() const;

 private:
  Clock& clock_;
  mutable std::mutex mutex_;
  Totals totals_;
  Clock::Monotonic last_answer_at_;  // time of the last answer of the server
};

}  // namespace structural::controller
