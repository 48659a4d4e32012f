// How the controller logs.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "controller/log_fields.h"

namespace structural::cli {

// What is written of a log message.
inline constexpr std::size_t kLongestMessage = 2048;

// Names, paths and answers of others are in messages: whatever they hold, the result is one line
// without control characters, of kLongestMessage bytes before escaping, and says how many more
// there were. `left_out`: how many such messages were not written before this one.
std::string LogMessage(std::string_view message, std::size_t left_out = 0);

inline constexpr std::size_t kLongestField = 512;

enum class LogFormat { kText, kJson };

// The fields as they follow a message: ` crd="a" generation=3`, or `,"crd":"a","generation":3`. As
// above each value is one line, and bounded.
std::string LogFieldsText(const std::vector<controller::LogField>& fields, LogFormat format);

// To standard error, from now on and without secrets (kube/config/secrets.h): glog's lines for
// people, or one JSON object a line:
//   {"ts":"2026-11-21T04:08:43.000001Z","level":"info","caller":"run.cc:12","msg":"leading"}
// Behind the message are the fields of the thread (controller/log_fields.h), as key="value" or as
// members of the object. A record is one line without control characters, and bounded
// (kLongestMessage, LogBudget).
// Call it once, before anything is logged.
void SetUpLogging(LogFormat format, int verbosity);

// For commands whose output is not a log: errors and warnings only, as text.
void SetUpQuietLogging();

// LogBudget: how much text each place in the code may log.
//
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
