#include "schema/go/zone.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "schema/base/utf8.h"
#include "schema/go/moment.h"

namespace structural::go {
namespace {

struct ZoneRow {
  std::string_view name;
  std::string_view offsets;  // empty: the zone is an alias of the zone whose name is in `rule`
  std::string_view changes;
  std::string_view rule;
};

// All time zones, sorted by name for binary search.
constexpr ZoneRow kZones[] = {
#include "schema/go/zones.inc"
};

constexpr std::int64_t kDay = 86'400;
// Unix time to which the first change of each zone is relative.
constexpr std::int64_t kBeforeAll = -(std::int64_t{1} << 36);

const ZoneRow* FindZoneRow(std::string_view name) {
  const auto row = std::ranges::lower_bound(kZones, name, {}, &ZoneRow::name);
  if (row == std::end(kZones) || row->name != name) return nullptr;
  return row->offsets.empty() ? FindZoneRow(row->rule) : &*row;
}

std::string_view TakeWord(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::int64_t ToNumber(std::string_view word, int base) {
  std::int64_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number, base);
  return number;
}

std::int64_t OffsetAt(std::string_view offsets, std::int64_t index) {
  for (; index > 0; --index) TakeWord(offsets);
  return ToNumber(TakeWord(offsets), 10);
}

// Parses a rule in the format of POSIX's TZ (EST5EDT,M3.2.0,M11.1.0), and applies it to one point in time.
class RuleReader {
 public:
  explicit RuleReader(std::string_view rule) : rest_(rule) {}

  // Returns the zone's offset at a point in time, in seconds east of UTC. `seconds` is the time since
  // 1970-01-01T00:00:00Z.
  std::int64_t Find(std::int64_t seconds) {
    const std::int64_t standard = NameAndOffset();
    if (rest_.empty()) return standard;
    SkipName();
    std::int64_t summer = standard + 3600;
    if (!rest_.starts_with(',')) summer = -Time();
    const CivilTime utc = ToCivilTime(seconds, 0);
    const std::int64_t year_begin = ToUnixSeconds(static_cast<int>(utc.year), 1, 1, 0, 0, 0);
    std::int64_t begin = DayOfRule(utc.year) - standard;
    std::int64_t end = DayOfRule(utc.year) - summer;
    std::int64_t inside = summer, outside = standard;
    if (end < begin) {
      std::swap(begin, end);
      std::swap(inside, outside);
    }
    const std::int64_t at = seconds - year_begin;
    return at < begin || at >= end ? outside : inside;
  }

 private:
  std::int64_t NameAndOffset() {
    SkipName();
    return -Time();
  }

  void SkipName() {
    if (rest_.starts_with('<')) {
      rest_.remove_prefix(rest_.find('>') + 1);
      return;
    }
    while (!rest_.empty() && base::IsLetter(rest_[0])) rest_.remove_prefix(1);
  }

  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::int64_t Number() {
    std::int64_t number = 0;
    while (!rest_.empty() && base::IsDigit(rest_[0])) {
      number = number * 10 + (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    return number;
  }

  // Parses a time of the form [-]hours[:minutes[:seconds]]. Returns the time in seconds.
  std::int64_t Time() {
    const bool negative = Take('-');
    if (!negative) Take('+');
    std::int64_t time = Number() * 3600;
    if (Take(':')) time += Number() * 60;
    if (Take(':')) time += Number();
    return negative ? -time : time;
  }

  // Parses the day and time of a change: ,Mmonth.week.day[/time]. Returns the seconds from the beginning of `year` to
  // the change, in local time.
  std::int64_t DayOfRule(std::int64_t year) {
    rest_.remove_prefix(2);
    const int month = static_cast<int>(Number());
    Take('.');
    const std::int64_t week = Number();
    Take('.');
    const std::int64_t weekday = Number();
    const std::int64_t time = Take('/') ? Time() : 7200;
    const int y = static_cast<int>(year);
    const std::int64_t first = ToUnixSeconds(y, month, 1, 0, 0, 0);
    const std::int64_t next = month == 12 ? first + 31 * kDay : ToUnixSeconds(y, month + 1, 1, 0, 0, 0);
    std::int64_t day = (weekday - ToCivilTime(first, 0).weekday + 7) % 7;
    for (std::int64_t i = 1; i < week && (day + 7) * kDay < next - first; ++i) day += 7;
    return first - ToUnixSeconds(y, 1, 1, 0, 0, 0) + day * kDay + time;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<std::int64_t> ZoneOffset(std::string_view name, std::int64_t seconds) {
  if (name.empty() || name == "UTC" || name == "Local") return 0;
  const ZoneRow* row = FindZoneRow(name);
  if (row == nullptr) return std::nullopt;
  std::int64_t change = kBeforeAll, index = 0;
  for (std::string_view rest = row->changes; !rest.empty();) {
    const std::string_view word = TakeWord(rest);
    change += ToNumber(word.substr(1), 36);
    if (seconds < change) return OffsetAt(row->offsets, index);
    index = ToNumber(word.substr(0, 1), 36);
  }
  return row->rule.empty() ? OffsetAt(row->offsets, index) : RuleReader(row->rule).Find(seconds);
}

}  // namespace structural::go
