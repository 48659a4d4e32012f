// LogBudget: how much text each place in the code may log.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

namespace structural::cli {

// Peers that cause a record each may come ten thousand times a second. A place may log kBurst bytes
// at once, and kPerSecond on average. Thread-safe.
class LogBudget {
 public:
  using Time = std::chrono::sys_time<std::chrono::microseconds>;
  using Place = std::pair<std::string_view, int>;  // file and line; the name has static storage

  static constexpr double kBurst = 512 * 1024;
  static constexpr double kPerSecond = 64 * 1024;

  // Empty: a record of so many bytes is left out. Otherwise it is written, and the number says how
  // many records of this place were left out since the one before. A clock that goes back adds
  // nothing.
  std::optional<std::size_t> Take(Place place, std::size_t bytes, Time now);

 private:
  struct Account {
    double room = kBurst;
    Time at{};
    std::size_t left_out = 0;
  };

  std::mutex mutex_;
  std::map<Place, Account> accounts_;
};

}  // namespace structural::cli
