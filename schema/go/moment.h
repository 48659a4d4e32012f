// Points in time with a UTC offset, like Go's time.Time.
//
// Upstream: Go time (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

struct Moment {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00:00Z
  std::int32_t nanoseconds = 0;
  std::int16_t offset_minutes = 0;  // offset of the time zone, east of UTC
};

// Whether `a` and `b` are the same point in time, even if their time zones differ.
inline bool SameMoment(const Moment& a, const Moment& b) {
  return a.seconds == b.seconds && a.nanoseconds == b.nanoseconds;
}

// A date and a time of day in a time zone that this type does not contain.
struct CivilTime {
  std::int64_t year;
  int month;        // from 1
  int day;          // from 1
  int day_of_year;  // from 0
  int weekday;      // Sunday is 0
  int hour;
  int minute;
  int second;
};

// Returns the date and time of a point in time. `seconds` is the time since 1970-01-01T00:00:00Z. `offset` is the
// offset of the time zone in seconds east of UTC.
CivilTime ToCivilTime(std::int64_t seconds, std::int64_t offset);

// Returns the number of seconds between 1970-01-01T00:00:00Z and a date and time in UTC. Precondition: the date exists.
std::int64_t ToUnixSeconds(int year, int month, int day, int hour, int minute, int second);

// Parses a text like Go's time.Parse(time.RFC3339, text). Returns nullopt if Go rejects the text.
std::optional<Moment> ParseRfc3339(std::string_view text);

// Parses a text like Go's time.Parse("2006-01-02", text). Returns nullopt if Go rejects the text.
std::optional<Moment> ParseDate(std::string_view text);

// Returns the time like Go's Time.Format(time.RFC3339Nano), in the time zone of `moment`.
std::string FormatRfc3339Nano(const Moment& moment);

// Returns the time like Go's Time.String(): 2006-01-02 15:04:05.999999999 -0700 MST.
std::string PrintTime(const Moment& moment);

// Returns the duration like Go's Duration.String(): 1h0m0.5s.
std::string PrintDuration(std::int64_t nanoseconds);

}  // namespace structural::go
