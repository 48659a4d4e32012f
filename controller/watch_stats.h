// WatchStats: how the reflector fares: what metrics and /readyz say of it.
//
// Thread-safe. Lives as long as whoever tells and whoever asks.
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

inline double Seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

class WatchStats {
 public:
  // Why a watch ended: the server did, or the connection broke; the resourceVersion was too old;
  // anything else.
  enum class End { kClosed, kBroken, kExpired, kError };
  static constexpr std::array kEnds = {End::kClosed, End::kBroken, End::kExpired, End::kError};

  // As a Prometheus summary without quantiles.
  struct Sum {
    std::uint64_t count = 0;
    double sum = 0;
    void Add(double value);
  };

  struct Totals {
    Sum list_seconds, list_items;
    std::uint64_t watches = 0;
    std::uint64_t short_watches = 0;  // of less than a second, without an event
    Sum watch_seconds, watch_items;
    std::array<std::uint64_t, kEnds.size()> ends{};
    double resource_version = 0;              // the last that was seen
    std::optional<Clock::Monotonic> opened;   // the present watch; none: there is none
    std::optional<Clock::Wall> last_event;    // bookmarks, too
  };

  // Must outlive it.
  explicit WatchStats(Clock& clock) : clock_(clock), alive_(clock.Now()) {}

  // A state was read, by a list or by WatchList.
  void Listed(Clock::Monotonic begun, std::size_t items, const std::string& resource_version);
  // The server has answered a watch.
  void Opened();
  void Event(const std::string& resource_version);
  // Does nothing where none was opened. `items`: events of this watch.
  void Ended(Clock::Monotonic begun, std::size_t items, End why);

  Totals Read() const;
  // How long there has been no watch; 0 while there is one.
  std::chrono::nanoseconds DeadFor() const;
  // How long the present watch has been there; 0 where there is none.
  std::chrono::nanoseconds Age() const;

 private:
  Clock& clock_;
  mutable std::mutex mutex_;
  Totals totals_;
  Clock::Monotonic alive_;  // when something was last heard of the server
};

}  // namespace structural::controller
