#include "kube/micro_time.h"

#include <cstdio>
#include <ctime>

namespace structural::kube {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

bool TakeDigits(std::string_view* text, size_t count, int* value) {
  if (text->size() < count) return false;
  *value = 0;
  for (const char c : text->substr(0, count)) {
    if (c < '0' || c > '9') return false;
    *value = *value * 10 + (c - '0');
  }
  text->remove_prefix(count);
  return true;
}

bool Take(std::string_view* text, char c) {
  if (text->empty() || text->front() != c) return false;
  text->remove_prefix(1);
  return true;
}

// Removes the digits of a fraction of a second from the front of the text. Digits after the sixth are ignored. Returns
// false if the text does not begin with a digit.
bool ReadFraction(std::string_view* text, microseconds* fraction) {
  size_t digits = 0;
  int micros = 0;
  for (int digit = 0; TakeDigits(text, 1, &digit); ++digits) {
    if (digits < 6) micros = micros * 10 + digit;
  }
  for (size_t missing = digits; missing < 6; ++missing) micros *= 10;
  *fraction = microseconds(micros);
  return digits > 0;
}

// Removes a time zone, "Z" or an offset such as "+01:00", from the front of the text. Returns false if the text does
// not begin with one.
bool TakeZone(std::string_view* text, seconds* east) {
  if (Take(text, 'Z')) return true;
  const bool west = Take(text, '-');
  int hours = 0;
  int minutes = 0;
  if (!west && !Take(text, '+')) return false;
  if (!TakeDigits(text, 2, &hours) || !Take(text, ':') || !TakeDigits(text, 2, &minutes)) {
    return false;
  }
  *east = std::chrono::hours(hours) + std::chrono::minutes(minutes);
  if (west) *east = -*east;
  return hours < 24 && minutes < 60;
}

}  // namespace

std::string FormatMicroTime(MicroTime time) {
  const auto whole = std::chrono::floor<seconds>(time);
  const std::time_t since_epoch = whole.time_since_epoch().count();
  std::tm utc{};
  ::gmtime_r(&since_epoch, &utc);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", utc.tm_year + 1900, utc.tm_mon + 1,
                utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, static_cast<int>((time - whole).count()));
  return text;
}

std::optional<MicroTime> ParseMicroTime(std::string_view text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  const bool whole = TakeDigits(&text, 4, &year) && Take(&text, '-') && TakeDigits(&text, 2, &month) &&
                     Take(&text, '-') && TakeDigits(&text, 2, &day) && Take(&text, 'T') &&
                     TakeDigits(&text, 2, &hour) && Take(&text, ':') && TakeDigits(&text, 2, &minute) &&
                     Take(&text, ':') && TakeDigits(&text, 2, &second);
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
  if (!whole || !date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  microseconds fraction{0};
  seconds east{0};
  if (Take(&text, '.') && !ReadFraction(&text, &fraction)) return std::nullopt;
  if (!TakeZone(&text, &east) || !text.empty()) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) + seconds(second) -
         east + fraction;
}

}  // namespace structural::kube
