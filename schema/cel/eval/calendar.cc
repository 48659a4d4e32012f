// Functions for parts of timestamps and durations.
//
// Upstream: cel-go common/stdlib/standard.go inTimeZone (v0.29.2).
#include "schema/cel/eval/standard.h"
#include "schema/go/numbers.h"
#include "schema/go/zone.h"

namespace structural::cel::eval::standard {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;

// Returns the seconds of "-08:00". Multiplies nanoseconds like Go: an overflow wraps around.
std::int64_t FixedOffset(bool west, std::int64_t hours, std::int64_t minutes) {
  const auto wrapped = [](std::int64_t a, std::uint64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * b);
  };
  const std::int64_t whole = wrapped(hours, 60);
  const std::int64_t offset = west ? whole - minutes : whole + minutes;
  return wrapped(offset, 60 * kNanoseconds) / kNanoseconds;
}

struct Zone {
  std::int64_t offset = 0;  // offset from UTC, in seconds
  Value error;              // set if the zone is unknown
};

Zone FindZone(std::string_view name, std::int64_t seconds, Context& context) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) {
    if (name.find("..") != name.npos || name.starts_with('/') || name.starts_with('\\')) {
      return {0, Value::Error("time: invalid location name")};
    }
    if (const auto offset = go::ZoneOffset(name, seconds)) return {*offset, {}};
    return {0, context.Fail({"unknown time zone ", name})};
  }
  const std::string_view hours = name.substr(0, colon), minutes = name.substr(colon + 1);
  for (const std::string_view part : {hours, minutes}) {
    if (const auto error = go::AtoiError(part)) return {0, context.Fail(*error)};
  }
  return {FixedOffset(name.starts_with('-'), *go::ParseInt(hours), *go::ParseInt(minutes)), {}};
}

std::int64_t PartOf(const go::CivilTime& at, Part part, std::int32_t nanoseconds) {
  switch (part) {
    case Part::kYear: return at.year;
    case Part::kMonth: return at.month - 1;
    case Part::kDayOfYear: return at.day_of_year;
    case Part::kDayOfMonth: return at.day - 1;
    case Part::kDate: return at.day;
    case Part::kDayOfWeek: return at.weekday;
    case Part::kHours: return at.hour;
    case Part::kMinutes: return at.minute;
    case Part::kSeconds: return at.second;
    case Part::kMilliseconds: return nanoseconds / 1'000'000;
  }
  return 0;
}

}  // namespace

Value TimePart(Part part, Arguments arguments, Context& context) {
  const Timestamp time = arguments[0].time();
  const Zone zone = arguments.size() == 1 ? Zone() : FindZone(arguments[1].text(), time.seconds, context);
  if (zone.error.is_error()) return zone.error;
  return Value::Int(PartOf(go::ToCivilTime(time.seconds, zone.offset), part, time.nanoseconds));
}

// Divides like Go, with floating-point numbers, which can round up.
Value DurationPart(Part part, std::int64_t nanoseconds) {
  if (part == Part::kMilliseconds) return Value::Int(nanoseconds / 1'000'000);
  const std::int64_t unit = part == Part::kHours     ? 3600 * kNanoseconds
                            : part == Part::kMinutes ? 60 * kNanoseconds
                                                     : kNanoseconds;
  const double rest = static_cast<double>(nanoseconds % unit) / static_cast<double>(unit);
  return Value::Int(static_cast<std::int64_t>(static_cast<double>(nanoseconds / unit) + rest));
}

}  // namespace structural::cel::eval::standard
