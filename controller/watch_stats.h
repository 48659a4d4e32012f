// WatchStats: statistics of the reflector's lists and watches, for metrics and /readyz.
//
// Thread-safe. Must outlive all users.
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
  // Reason for the end of a watch: the server ended it; the connection broke; the resourceVersion
  // was too old; any other error.
  enum class End { kClosed, kBroken, kExpired, kError };
  static constexpr std::array kEnds = {End::kClosed, End::kBroken, End::kExpired, End::kError};

  // The count and sum of observed values: a Prometheus summary without quantiles.
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
    double resource_version = 0;  // the last seen resourceVersion
    // Start of the current watch; nullopt: no watch is open.
    std::optional<Clock::Monotonic> opened;
    std::optional<Clock::Wall> last_event;  // time of the last event; bookmarks count
  };

  // The clock must outlive the object.
  explicit WatchStats(Clock& clock) : clock_(clock), alive_(clock.Now()) {}

  // Records that a state was read, by a list or by WatchList.
  void Listed(Clock::Monotonic begun, std::size_t items, const std::string& resource_version);
  // Records that the server has answered a watch.
  void Opened();
  void Event(const std::string& resource_version);
  // Does nothing if no watch was opened. `items`: number of events of this watch.
  void Ended(Clock::Monotonic begun, std::size_t items, End why);

  Totals Read() const;
  // Returns the time without a watch; 0 while one is open.
  std::chrono::nanoseconds TimeWithoutWatch() const;
  // Returns the age of the current watch; 0 if none is open.
  std::chrono::nanoseconds Age() const;

 private:
  Clock& clock_;
  mutable std::mutex mutex_;
  Totals totals_;
  Clock::Monotonic alive_;  // time of the last answer of the server
};

}  // namespace structural::controller
