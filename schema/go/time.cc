#include "schema/go/time.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "schema/base/ascii.h"

namespace structural::go {
namespace {

using base::IsDigit;

// Consumes digits from the front; the first mistake sticks.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  int Digits(std::size_t count) {
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (rest_.size() <= i || !IsDigit(rest_[i])) return Fail();
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  // One digit will do.
  int Hour() { return rest_.size() > 1 && IsDigit(rest_[1]) ? Digits(2) : Digits(1); }

  void Expect(char c) {
    if (!Take(c)) Fail();
  }

  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // ".123" or ",123"; whether it is a nanosecond at least.
  bool Fraction() {
    if (rest_.size() < 2 || (rest_[0] != '.' && rest_[0] != ',') || !IsDigit(rest_[1]))
      return false;
    const std::string_view nanoseconds = rest_.substr(1, 9);
    rest_.remove_prefix(1);
    const auto end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(end);
    return nanoseconds.substr(0, end).find_first_not_of('0') != std::string_view::npos;
  }

  // Seconds east of UTC.
  int Offset() {
    if (Take('Z')) return 0;
    const bool west = rest_.starts_with('-');
    if (!Take('+') && !Take('-')) return Fail();
    const int hours = Digits(2);
    Expect(':');
    const int minutes = Digits(2);
    if (hours > 24 || minutes > 60) return Fail();
    return (west ? -1 : 1) * (hours * 3600 + minutes * 60);
  }

  bool done() const { return !failed_ && rest_.empty(); }

 private:
  int Fail() {
    failed_ = true;
    return 0;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> NormalizeRfc3339(std::string_view text) {
  using namespace std::chrono;
  Scanner in(text);
  const int y = in.Digits(4);
  in.Expect('-');
  const int m = in.Digits(2);
  in.Expect('-');
  const int d = in.Digits(2);
  in.Expect('T');
  const int hour = in.Hour();
  in.Expect(':');
  const int minute = in.Digits(2);
  in.Expect(':');
  const int second = in.Digits(2);
  const bool fraction = in.Fraction();
  const int offset = in.Offset();
  const year_month_day date{year(y), month(static_cast<unsigned>(m)),
                            day(static_cast<unsigned>(d))};
  if (!in.done() || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const auto utc =
      sys_seconds(sys_days(date)) + hours(hour) + minutes(minute) + seconds(second - offset);
  const auto midnight = floor<days>(utc);
  const year_month_day at(midnight);
  const hh_mm_ss time(utc - midnight);
  if (utc == sys_seconds(sys_days(year(1) / 1 / 1)) && !fraction) return "";
  const int year_at = static_cast<int>(at.year());
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%s%04d-%02u-%02uT%02d:%02d:%02dZ", year_at < 0 ? "-" : "",
                std::abs(year_at), static_cast<unsigned>(at.month()),
                static_cast<unsigned>(at.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  return buffer;
}

}  // namespace structural::go
