#include "schema/go/moment.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace structural::go {
namespace {

constexpr std::int64_t kSecondsOfDay = 86'400;

// Returns the fraction value / 10^digits as text, without trailing zeros: ".5"; empty for 0.
std::string FractionOf(std::uint64_t value, int digits) {
  if (value == 0) return "";
  std::string text = std::to_string(value);
  text.insert(0, static_cast<std::size_t>(digits) - text.size(), '0');
  text.erase(text.find_last_not_of('0') + 1);
  return "." + text;
}

// Returns the offset of a time zone, like "+02:00". `between` is the text between hours and minutes.
std::string OffsetOf(int minutes, std::string_view between) {
  char buffer[16];
  const int size = static_cast<int>(between.size());
  std::snprintf(buffer, sizeof buffer, "%c%02d%.*s%02d", minutes < 0 ? '-' : '+', std::abs(minutes) / 60, size,
                between.data(), std::abs(minutes) % 60);
  return buffer;
}

// Returns the date and the time of day. Like Go, prints a year with at least four digits. `between` separates date and
// time.
std::string DateAndTime(const Moment& moment, char between) {
  const CivilTime at = ToCivilTime(moment.seconds, std::int64_t{moment.offset_minutes} * 60);
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%s%04d-%02d-%02d%c%02d:%02d:%02d", at.year < 0 ? "-" : "",
                std::abs(static_cast<int>(at.year)), at.month, at.day, between, at.hour, at.minute, at.second);
  return buffer + FractionOf(static_cast<std::uint64_t>(moment.nanoseconds), 9);
}

}  // namespace

CivilTime ToCivilTime(std::int64_t seconds, std::int64_t offset) {
  using namespace std::chrono;
  const std::int64_t local = seconds + offset;
  std::int64_t day_number = local / kSecondsOfDay;
  std::int64_t second = local % kSecondsOfDay;
  if (second < 0) {
    second += kSecondsOfDay;
    --day_number;
  }
  const sys_days date{days(day_number)};
  const year_month_day parts(date);
  const sys_days first(parts.year() / 1 / 1);
  return {.year = static_cast<int>(parts.year()),
          .month = static_cast<int>(static_cast<unsigned>(parts.month())),
          .day = static_cast<int>(static_cast<unsigned>(parts.day())),
          .day_of_year = static_cast<int>((date - first).count()),
          .weekday = static_cast<int>(std::chrono::weekday(date).c_encoding()),
          .hour = static_cast<int>(second / 3600),
          .minute = static_cast<int>(second / 60 % 60),
          .second = static_cast<int>(second % 60)};
}

std::int64_t ToUnixSeconds(int year, int month, int day, int hour, int minute, int second) {
  using namespace std::chrono;
  const sys_days date(std::chrono::year(year) / month / day);
  return date.time_since_epoch().count() * kSecondsOfDay + hour * 3600 + minute * 60 + second;
}

std::string FormatRfc3339Nano(const Moment& moment) {
  return DateAndTime(moment, 'T') + (moment.offset_minutes == 0 ? "Z" : OffsetOf(moment.offset_minutes, ":"));
}

std::string PrintTime(const Moment& moment) {
  const std::string offset = OffsetOf(moment.offset_minutes, "");
  return DateAndTime(moment, ' ') + " " + offset + " " + (moment.offset_minutes == 0 ? "UTC" : offset);
}

std::string PrintDuration(std::int64_t nanoseconds) {
  if (nanoseconds == 0) return "0s";
  std::uint64_t value = static_cast<std::uint64_t>(nanoseconds);
  if (nanoseconds < 0) value = -value;
  const std::string sign = nanoseconds < 0 ? "-" : "";
  if (value < 1'000) return sign + std::to_string(value) + "ns";
  if (value < 1'000'000) {
    return sign + std::to_string(value / 1'000) + FractionOf(value % 1'000, 3) + "\u00b5s";
  }
  if (value < 1'000'000'000) {
    return sign + std::to_string(value / 1'000'000) + FractionOf(value % 1'000'000, 6) + "ms";
  }
  const std::uint64_t seconds = value / 1'000'000'000;
  std::string text = std::to_string(seconds % 60) + FractionOf(value % 1'000'000'000, 9) + "s";
  if (seconds >= 60) text = std::to_string(seconds / 60 % 60) + "m" + text;
  if (seconds >= 3600) text = std::to_string(seconds / 3600) + "h" + text;
  return sign + text;
}

}  // namespace structural::go
