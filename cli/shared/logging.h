// Logging of commands that run for a long time.
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
inline constexpr std::size_t kMaxMessageBytes = 2048;

// Returns the message as one line without control characters, because it can contain texts of other programs. If it is
// longer than kMaxMessageBytes, before escaping, it is cut, and ends with the number of missing bytes. `left_out`:
// number of messages of the same line of code that were dropped since the last one; the result mentions it.
std::string LogMessage(std::string_view message, std::size_t left_out = 0);

// Maximum size in bytes of the value of a log field.
inline constexpr std::size_t kMaxFieldBytes = 512;

enum class LogFormat { kText, kJson };

// Returns the text of log fields that follows a message: ` crd="a" generation=3` in text, `,"crd":"a","generation":3`
// in JSON. Each value is one line, and cut after kMaxFieldBytes.
std::string LogFieldsText(const std::vector<controller::LogField>& fields, LogFormat format);

// Starts to log on standard error, without secrets (kube/config/secrets.h). kText: lines in the format of glog. kJson:
// one JSON object per line:
//   {"ts":"2026-11-21T04:08:43.000001Z","level":"info","caller":"run.cc:12","msg":"leading"}
// The fields of the thread (controller/log_fields.h) follow the message, as key="value" or as
// members of the object. A record is one line without control characters, of limited size
// (kMaxMessageBytes, LogBudget).
// Must be called once, before the first log message.
void SetUpLogging(LogFormat format, int verbosity);

// Starts to log only errors and warnings, as text, for commands whose output is not a log.
void SetUpQuietLogging();

// LogBudget: limits the bytes that each line of code logs.
//
// A client can cause ten thousand records per second. A line of code can log kBurstBytes at once, and kBytesPerSecond
// on average; further records are dropped. Thread-safe.
class LogBudget {
 public:
  using Time = std::chrono::sys_time<std::chrono::microseconds>;
  using LogSite = std::pair<std::string_view, int>;  // file and line; static storage duration

  static constexpr double kBurstBytes = 512 * 1024;
  static constexpr double kBytesPerSecond = 64 * 1024;

  // Decides whether to write a record of `bytes` bytes by the line of code `place`. Returns nullopt if the record must
  // be dropped. Otherwise, returns the number of its records that were dropped since the last written one. A clock that
  // is set back does not increase the budget.
  std::optional<std::size_t> Take(LogSite place, std::size_t bytes, Time now);

 private:
  struct Account {
    double tokens = kBurstBytes;
    Time at{};
    std::size_t left_out = 0;  // records dropped since the last written one
  };

  std::mutex mutex_;
  std::map<LogSite, Account> accounts_;
};

}  // namespace structural::cli
