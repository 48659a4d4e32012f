// Logging of the long-running commands.
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

// Maximum size in bytes of a log message.
inline constexpr std::size_t kLongestMessage = 2048;

// Formats a message, which can contain names, paths and answers of other programs. Returns one line without control
// characters: at most kLongestMessage bytes, counted before escaping, and the number of bytes that were cut off.
// `left_out`: number of messages from the same line of code that were dropped before this message; the returned line
// contains this number.
std::string LogMessage(std::string_view message, std::size_t left_out = 0);

inline constexpr std::size_t kLongestField = 512;

enum class LogFormat { kText, kJson };

// Returns the fields as they follow a message: ` crd="a" generation=3` in text, `,"crd":"a","generation":3` in JSON.
// Each value is one line of limited size.
std::string LogFieldsText(const std::vector<controller::LogField>& fields, LogFormat format);

// Starts to log on standard error, without secrets (kube/config/secrets.h). The formats are glog's
// lines for people, or one JSON object per line:
//   {"ts":"2026-11-21T04:08:43.000001Z","level":"info","caller":"run.cc:12","msg":"leading"}
// The fields of the thread (controller/log_fields.h) follow the message, as key="value" or as
// members of the object. A record is one line without control characters, of limited size
// (kLongestMessage, LogBudget).
// Must be called once, before the first log message.
void SetUpLogging(LogFormat format, int verbosity);

// Logs only errors and warnings, as text, for commands whose output is not a log.
void SetUpQuietLogging();

// LogBudget: limits the bytes that each line of code may log.
//
// Clients can cause ten thousand records per second. A line of code may log kBurst bytes at once, and kPerSecond on
// average. Thread-safe.
class LogBudget {
 public:
  using Time = std::chrono::sys_time<std::chrono::microseconds>;
  using LogSite = std::pair<std::string_view, int>;  // file and line; static storage duration

  static constexpr double kBurst = 512 * 1024;
  static constexpr double kPerSecond = 64 * 1024;

  // Returns nullopt if a record of `bytes` bytes must be dropped. Otherwise the record may be written, and the result
  // is the number of records of this `place` that were dropped since its last written record. A clock that is set back
  // does not increase the budget.
  std::optional<std::size_t> Take(LogSite place, std::size_t bytes, Time now);

 private:
  struct Account {
    double tokens = kBurst;
    Time at{};
    std::size_t left_out = 0;
  };

  std::mutex mutex_;
  std::map<LogSite, Account> accounts_;
};

}  // namespace structural::cli
