#include "schema/cel/eval/standard.h"

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"
#include "schema/cel/eval/pattern.h"
#include "schema/go/numbers.h"
#include "schema/go/zone.h"

namespace structural::cel::eval::standard {
namespace {

// Compares the arguments of the operator `function`. Returns the result of Compare, or the operator's error if the
// first argument is not comparable.
Value Compared(std::string_view function, Arguments arguments, Context& context) {
  if (!IsComparable(arguments[0])) return WithoutTrait(arguments[0], function, context);
  return Compare(arguments[0], arguments[1], context);
}

}  // namespace

Value Less(Arguments arguments, Context& context) {
  const Value order = Compared("_<_", arguments, context);
  return order.is_error() ? order : Value::Bool(order.integer() < 0);
}

namespace {

Value LessEquals(Arguments arguments, Context& context) {
  const Value order = Compared("_<=_", arguments, context);
  return order.is_error() ? order : Value::Bool(order.integer() <= 0);
}

Value Greater(Arguments arguments, Context& context) {
  const Value order = Compared("_>_", arguments, context);
  return order.is_error() ? order : Value::Bool(order.integer() > 0);
}

Value GreaterEquals(Arguments arguments, Context& context) {
  const Value order = Compared("_>=_", arguments, context);
  return order.is_error() ? order : Value::Bool(order.integer() >= 0);
}

// Upstream: cel-go common/types/overflow.go, Add, Subtract and others of each type (v0.29.2).

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::string_view kIntegerOverflow = "integer overflow";
constexpr std::string_view kUnsignedOverflow = "unsigned integer overflow";

template <typename T>
using Checked = bool (*)(T, T, T*);

template <typename T>
bool AddChecked(T a, T b, T* result) {
  return !__builtin_add_overflow(a, b, result);
}
template <typename T>
bool SubtractChecked(T a, T b, T* result) {
  return !__builtin_sub_overflow(a, b, result);
}
template <typename T>
bool MultiplyChecked(T a, T b, T* result) {
  return !__builtin_mul_overflow(a, b, result);
}

Value Ints(std::int64_t a, std::int64_t b, Checked<std::int64_t> operation) {
  std::int64_t result = 0;
  return operation(a, b, &result) ? Value::Int(result) : Value::Error(kIntegerOverflow);
}

Value Uints(std::uint64_t a, std::uint64_t b, Checked<std::uint64_t> operation) {
  std::uint64_t result = 0;
  return operation(a, b, &result) ? Value::Uint(result) : Value::Error(kUnsignedOverflow);
}

Value Durations(std::int64_t a, std::int64_t b, Checked<std::int64_t> operation) {
  std::int64_t result = 0;
  return operation(a, b, &result) ? Value::Duration(result) : Value::Error(kIntegerOverflow);
}

Value Moved(const Timestamp& time, std::int64_t duration) {
  Timestamp moved = time;
  std::int64_t nanoseconds = time.nanoseconds + duration % kSecond;
  moved.seconds += duration / kSecond + nanoseconds / kSecond;
  nanoseconds %= kSecond;
  if (nanoseconds < 0) {
    nanoseconds += kSecond;
    --moved.seconds;
  }
  moved.nanoseconds = static_cast<std::int32_t>(nanoseconds);
  return IsTimestamp(moved.seconds) ? Value::Time(moved) : Value::Error("timestamp overflow");
}

Value Between(const Timestamp& later, const Timestamp& earlier) {
  std::int64_t result = 0;
  const bool fits = MultiplyChecked(later.seconds - earlier.seconds, kSecond, &result) &&
                    AddChecked<std::int64_t>(result, later.nanoseconds - earlier.nanoseconds, &result);
  return fits ? Value::Duration(result) : Value::Error(kIntegerOverflow);
}

Value Joined(const Value& a, const Value& b, Context& context) {
  const std::size_t size = a.text().size() + b.text().size();
  char* const text = static_cast<char*>(context.arena().Allocate(size, 1));
  std::copy(b.text().begin(), b.text().end(), std::copy(a.text().begin(), a.text().end(), text));
  return a.is_string() ? Value::String({text, size}) : Value::Bytes({text, size});
}

}  // namespace

Value WithoutTrait(const Value& value, std::string_view function, Context& context) {
  const bool receives = value.is_string() || value.is(Kind::kDuration) || value.is(Kind::kTimestamp);
  return receives ? NoSuchOverload() : context.Fail({"no such overload: ", function});
}

Value Add(Arguments arguments, Context& context) {
  const Value &a = arguments[0], &b = arguments[1];
  const bool same = a.kind() == b.kind();
  switch (a.kind()) {
    case Kind::kInt:
      if (same) return Ints(a.integer(), b.integer(), AddChecked);
      break;
    case Kind::kUint:
      if (same) return Uints(a.unsigned_integer(), b.unsigned_integer(), AddChecked);
      break;
    case Kind::kDouble:
      if (same) return Value::Double(a.real() + b.real());
      break;
    case Kind::kString:
    case Kind::kBytes:
      if (same) return Joined(a, b, context);
      break;
    case Kind::kDuration:
      if (same) return Durations(a.duration(), b.duration(), AddChecked);
      if (b.is(Kind::kTimestamp)) return Moved(b.time(), a.duration());
      break;
    case Kind::kTimestamp:
      if (b.is(Kind::kDuration)) return Moved(a.time(), b.duration());
      break;
    case Kind::kList: return ListAdd(a, b, context);
    default: return WithoutTrait(a, "_+_", context);
  }
  return NoSuchOverload();
}

Value Subtract(Arguments arguments, Context& context) {
  const Value &a = arguments[0], &b = arguments[1];
  const bool same = a.kind() == b.kind();
  switch (a.kind()) {
    case Kind::kInt:
      if (same) return Ints(a.integer(), b.integer(), SubtractChecked);
      break;
    case Kind::kUint:
      if (same) return Uints(a.unsigned_integer(), b.unsigned_integer(), SubtractChecked);
      break;
    case Kind::kDouble:
      if (same) return Value::Double(a.real() - b.real());
      break;
    case Kind::kDuration:
      if (same) return Durations(a.duration(), b.duration(), SubtractChecked);
      break;
    case Kind::kTimestamp: {
      if (same) return Between(a.time(), b.time());
      std::int64_t back = 0;
      if (!b.is(Kind::kDuration)) break;
      if (!SubtractChecked<std::int64_t>(0, b.duration(), &back)) {
        return Value::Error(kIntegerOverflow);
      }
      return Moved(a.time(), back);
    }
    default: return WithoutTrait(a, "_-_", context);
  }
  return NoSuchOverload();
}

Value Multiply(Arguments arguments, Context& context) {
  const Value &a = arguments[0], &b = arguments[1];
  if (!a.is(Kind::kInt) && !a.is(Kind::kUint) && !a.is(Kind::kDouble)) {
    return WithoutTrait(a, "_*_", context);
  }
  if (a.kind() != b.kind()) return NoSuchOverload();
  if (a.is(Kind::kInt)) return Ints(a.integer(), b.integer(), MultiplyChecked);
  if (a.is(Kind::kDouble)) return Value::Double(a.real() * b.real());
  return Uints(a.unsigned_integer(), b.unsigned_integer(), MultiplyChecked);
}

Value Divide(Arguments arguments, Context& context) {
  const Value &a = arguments[0], &b = arguments[1];
  if (!a.is(Kind::kInt) && !a.is(Kind::kUint) && !a.is(Kind::kDouble)) {
    return WithoutTrait(a, "_/_", context);
  }
  if (a.kind() != b.kind()) return NoSuchOverload();
  if (a.is(Kind::kDouble)) return Value::Double(a.real() / b.real());
  if (b.bits() == 0) return Value::Error("division by zero");
  if (a.is(Kind::kUint)) return Value::Uint(a.unsigned_integer() / b.unsigned_integer());
  if (b.integer() == -1) return Ints(0, a.integer(), SubtractChecked);
  return Value::Int(a.integer() / b.integer());
}

namespace {

Value Modulo(Arguments arguments, Context& context) {
  const Value &a = arguments[0], &b = arguments[1];
  if (!a.is(Kind::kInt) && !a.is(Kind::kUint)) return WithoutTrait(a, "_%_", context);
  if (a.kind() != b.kind()) return NoSuchOverload();
  if (b.bits() == 0) return Value::Error("modulus by zero");
  if (a.is(Kind::kUint)) return Value::Uint(a.unsigned_integer() % b.unsigned_integer());
  if (b.integer() == -1) {
    return Ints(0, a.integer(), SubtractChecked).is_error() ? Value::Error(kIntegerOverflow) : Value::Int(0);
  }
  return Value::Int(a.integer() % b.integer());
}

Value Negate(Arguments arguments, Context& context) {
  const Value& a = arguments[0];
  switch (a.kind()) {
    case Kind::kBool: return NoSuchOverload();
    case Kind::kInt: return Ints(0, a.integer(), SubtractChecked);
    case Kind::kDuration: return Durations(0, a.duration(), SubtractChecked);
    case Kind::kDouble: return Value::Double(-a.real());
    default: return WithoutTrait(a, "-_", context);
  }
}

// Functions for parts of timestamps and durations.
//
// Upstream: cel-go common/stdlib/standard.go inTimeZone (v0.29.2).

// A part of a timestamp or a duration.
enum class Part {
  kYear,
  kMonth,
  kDayOfYear,
  kDayOfMonth,  // day of the month, from 0
  kDate,        // day of the month, from 1
  kDayOfWeek,
  kHours,
  kMinutes,
  kSeconds,
  kMilliseconds,
};

constexpr std::int64_t kNanoseconds = 1'000'000'000;

// Returns the offset from UTC, in seconds, of a zone such as -08:00. Like Go, computes the offset in nanoseconds,
// so that a large offset overflows and wraps around.
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

// Returns a part of a timestamp, in a time zone or in UTC.
Value TimePart(Part part, Arguments arguments, Context& context) {
  const Timestamp time = arguments[0].time();
  const Zone zone = arguments.size() == 1 ? Zone() : FindZone(arguments[1].text(), time.seconds, context);
  if (zone.error.is_error()) return zone.error;
  return Value::Int(PartOf(go::ToCivilTime(time.seconds, zone.offset), part, time.nanoseconds));
}

// Returns a part of a duration. Divides with floating-point numbers like Go, so the result can be rounded up.
Value DurationPart(Part part, std::int64_t nanoseconds) {
  if (part == Part::kMilliseconds) return Value::Int(nanoseconds / 1'000'000);
  const std::int64_t unit = part == Part::kHours     ? 3600 * kNanoseconds
                            : part == Part::kMinutes ? 60 * kNanoseconds
                                                     : kNanoseconds;
  const double rest = static_cast<double>(nanoseconds % unit) / static_cast<double>(unit);
  return Value::Int(static_cast<std::int64_t>(static_cast<double>(nanoseconds / unit) + rest));
}

}  // namespace

}  // namespace structural::cel::eval::standard

namespace structural::cel::eval {
namespace {

using standard::Part;

Value Not(Arguments arguments, Context&) {
  const Value& value = arguments[0];
  return value.is(Kind::kBool) ? Value::Bool(!value.boolean()) : ErrorOrNoSuchOverload(value);
}

Value NotStrictlyFalse(Arguments arguments, Context&) {
  return arguments[0].is(Kind::kBool) ? arguments[0] : Value::Bool(true);
}

Value In(Arguments arguments, Context& context) {
  const Value &element = arguments[0], &container = arguments[1];
  if (container.is(Kind::kList)) return ListContains(container, element, context);
  if (!container.is(Kind::kMap)) return ErrorOrNoSuchOverload(container);
  const auto found = MapFind(container, element, context);
  if (found && found->is_error() && container.form() == Form::kHost) return *found;
  return Value::Bool(found.has_value());
}

Value SizeOf(Arguments arguments, Context& context) {
  const Value& value = arguments[0];
  if (value.is(Kind::kOpaque)) return standard::WithoutTrait(value, "size", context);
  const auto size = Size(value);
  return size ? Value::Int(*size) : standard::WithoutTrait(value, "size", context);
}

Value TypeOf(Arguments arguments, Context&) { return Value::TypeOf(RuntimeType(arguments[0])); }

Value Same(Arguments arguments, Context&) { return arguments[0]; }

template <Kind kTo>
Value ConvertTo(Arguments arguments, Context& context) {
  return Convert(arguments[0], kTo, context);
}

// Returns whether `fits` is true for two strings. Returns an error for other values.
Value CompareTexts(Arguments arguments, bool (*fits)(std::string_view, std::string_view)) {
  for (const Value& value : arguments) {
    if (!value.is_string()) return ErrorOrNoSuchOverload(value);
  }
  return Value::Bool(fits(arguments[0].text(), arguments[1].text()));
}

Value Contains(Arguments arguments, Context&) {
  return CompareTexts(arguments, [](std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

Value EndsWith(Arguments arguments, Context&) {
  return CompareTexts(arguments, [](std::string_view text, std::string_view part) { return text.ends_with(part); });
}

Value StartsWith(Arguments arguments, Context&) {
  return CompareTexts(arguments, [](std::string_view text, std::string_view part) { return text.starts_with(part); });
}

Value Matches(Arguments arguments, Context& context) {
  if (!arguments[0].is_string()) return standard::WithoutTrait(arguments[0], "matches", context);
  if (!arguments[1].is_string()) return ErrorOrNoSuchOverload(arguments[1]);
  const go::Pattern* const pattern = FindPattern(arguments[1].text(), context);
  if (pattern == nullptr) return Value::Error(context.why_stopped());
  if (!pattern->error().empty()) return context.Fail(pattern->error());
  return Value::Bool(pattern->Matches(arguments[0].text()));
}

template <Part kPart>
Value GetTime(Arguments arguments, Context& context) {
  return standard::TimePart(kPart, arguments, context);
}

template <Part kPart>
Value GetDuration(Arguments arguments, Context&) {
  return standard::DurationPart(kPart, arguments[0].duration());
}

Value OptionalOf(Arguments arguments, Context& context) { return context.Optional(arguments[0]); }

Value OptionalOfNonZero(Arguments arguments, Context& context) {
  return IsZero(arguments[0]) ? Value::EmptyOptional() : context.Optional(arguments[0]);
}

Value OptionalNone(Arguments, Context&) { return Value::EmptyOptional(); }

Value OptionalValue(Arguments arguments, Context&) {
  if (arguments[0].has_value()) return arguments[0].value();
  return Value::Error("optional.none() dereference");
}

Value HasValue(Arguments arguments, Context&) { return Value::Bool(arguments[0].has_value()); }

// Inserts an entry. If the map is the accumulator of a loop, changes the map in place; otherwise returns a changed
// copy.
Value Insert(const Value& map, const Value& key, const Value& value, Context& context) {
  if (MapFind(map, key, context)) {
    return context.Fail({"insert failed: key ", Print(key, context), " already exists"});
  }
  if (!IsHashable(key)) return StopForKey(key, false, context);
  if (map.form() == Form::kMutable) {
    map.mutable_map().Set(key, value, context.arena());
    return map;
  }
  auto* const copy = context.arena().New<MapNode>();
  copy->Set(key, value, context.arena());
  const std::int64_t size = MapSize(map);
  for (std::int64_t i = 0; i < size; ++i) {
    const Value other = MapKey(map, i, context);
    copy->Set(other, MapFind(map, other, context).value_or(Value()), context.arena());
  }
  return Value::Map(*copy);
}

Value MapInsert(Arguments arguments, Context& context) {
  return Insert(arguments[0], arguments[1], arguments[2], context);
}

Value MapInsertMap(Arguments arguments, Context& context) {
  Value target = arguments[0];
  const std::int64_t size = MapSize(arguments[1]);
  for (std::int64_t i = 0; i < size; ++i) {
    const Value key = MapKey(arguments[1], i, context);
    const Value value = MapFind(arguments[1], key, context).value_or(Value());
    target = Insert(target, key, value, context);
    if (target.is_error()) return target;
  }
  return target;
}

constexpr Implementation kStandardRows[] = {
    {.overload = "!_", .run = Not, .checks_types = false},
    {.overload = "not_strictly_false", .run = NotStrictlyFalse, .strict = false},
    {.overload = "_+_", .run = standard::Add, .checks_types = false},
    {.overload = "_-_", .run = standard::Subtract, .checks_types = false},
    {.overload = "_*_", .run = standard::Multiply, .checks_types = false},
    {.overload = "_/_", .run = standard::Divide, .checks_types = false},
    {.overload = "_%_", .run = standard::Modulo, .checks_types = false},
    {.overload = "-_", .run = standard::Negate, .checks_types = false},
    {.overload = "_<_", .run = standard::Less, .checks_types = false},
    {.overload = "_<=_", .run = standard::LessEquals, .checks_types = false},
    {.overload = "_>_", .run = standard::Greater, .checks_types = false},
    {.overload = "_>=_", .run = standard::GreaterEquals, .checks_types = false},
    {.overload = "@in", .run = In, .checks_types = false},
    {.overload = "size", .run = SizeOf, .checks_types = false},
    {.overload = "type", .run = TypeOf, .checks_types = false},
    {.overload = "dyn", .run = Same, .checks_types = false},
    {.overload = "bool_to_bool", .run = Same},
    {.overload = "string_to_bool", .run = ConvertTo<Kind::kBool>},
    {.overload = "bytes_to_bytes", .run = Same},
    {.overload = "string_to_bytes", .run = ConvertTo<Kind::kBytes>},
    {.overload = "double_to_double", .run = Same},
    {.overload = "int64_to_double", .run = ConvertTo<Kind::kDouble>},
    {.overload = "string_to_double", .run = ConvertTo<Kind::kDouble>},
    {.overload = "uint64_to_double", .run = ConvertTo<Kind::kDouble>},
    {.overload = "duration_to_duration", .run = Same},
    {.overload = "string_to_duration", .run = ConvertTo<Kind::kDuration>},
    {.overload = "int64_to_duration", .run = ConvertTo<Kind::kDuration>},
    {.overload = "int64_to_int64", .run = Same},
    {.overload = "double_to_int64", .run = ConvertTo<Kind::kInt>},
    {.overload = "duration_to_int64", .run = ConvertTo<Kind::kInt>},
    {.overload = "string_to_int64", .run = ConvertTo<Kind::kInt>},
    {.overload = "timestamp_to_int64", .run = ConvertTo<Kind::kInt>},
    {.overload = "uint64_to_int64", .run = ConvertTo<Kind::kInt>},
    {.overload = "string_to_string", .run = Same},
    {.overload = "bool_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "bytes_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "double_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "duration_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "int64_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "timestamp_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "uint64_to_string", .run = ConvertTo<Kind::kString>},
    {.overload = "timestamp_to_timestamp", .run = Same},
    {.overload = "int64_to_timestamp", .run = ConvertTo<Kind::kTimestamp>},
    {.overload = "string_to_timestamp", .run = ConvertTo<Kind::kTimestamp>},
    {.overload = "uint64_to_uint64", .run = Same},
    {.overload = "double_to_uint64", .run = ConvertTo<Kind::kUint>},
    {.overload = "int64_to_uint64", .run = ConvertTo<Kind::kUint>},
    {.overload = "string_to_uint64", .run = ConvertTo<Kind::kUint>},
    {.overload = "contains_string", .run = Contains, .checks_types = false},
    {.overload = "ends_with_string", .run = EndsWith, .checks_types = false},
    {.overload = "starts_with_string", .run = StartsWith, .checks_types = false},
    {.overload = "matches", .run = Matches, .checks_types = false, .pattern_argument = 1},
    {.overload = "timestamp_to_year", .run = GetTime<Part::kYear>},
    {.overload = "timestamp_to_year_with_tz", .run = GetTime<Part::kYear>},
    {.overload = "timestamp_to_month", .run = GetTime<Part::kMonth>},
    {.overload = "timestamp_to_month_with_tz", .run = GetTime<Part::kMonth>},
    {.overload = "timestamp_to_day_of_year", .run = GetTime<Part::kDayOfYear>},
    {.overload = "timestamp_to_day_of_year_with_tz", .run = GetTime<Part::kDayOfYear>},
    {.overload = "timestamp_to_day_of_month", .run = GetTime<Part::kDayOfMonth>},
    {.overload = "timestamp_to_day_of_month_with_tz", .run = GetTime<Part::kDayOfMonth>},
    {.overload = "timestamp_to_day_of_month_1_based", .run = GetTime<Part::kDate>},
    {.overload = "timestamp_to_day_of_month_1_based_with_tz", .run = GetTime<Part::kDate>},
    {.overload = "timestamp_to_day_of_week", .run = GetTime<Part::kDayOfWeek>},
    {.overload = "timestamp_to_day_of_week_with_tz", .run = GetTime<Part::kDayOfWeek>},
    {.overload = "timestamp_to_hours", .run = GetTime<Part::kHours>},
    {.overload = "timestamp_to_hours_with_tz", .run = GetTime<Part::kHours>},
    {.overload = "duration_to_hours", .run = GetDuration<Part::kHours>},
    {.overload = "timestamp_to_minutes", .run = GetTime<Part::kMinutes>},
    {.overload = "timestamp_to_minutes_with_tz", .run = GetTime<Part::kMinutes>},
    {.overload = "duration_to_minutes", .run = GetDuration<Part::kMinutes>},
    {.overload = "timestamp_to_seconds", .run = GetTime<Part::kSeconds>},
    {.overload = "timestamp_to_seconds_tz", .run = GetTime<Part::kSeconds>},
    {.overload = "duration_to_seconds", .run = GetDuration<Part::kSeconds>},
    {.overload = "timestamp_to_milliseconds", .run = GetTime<Part::kMilliseconds>},
    {.overload = "timestamp_to_milliseconds_with_tz", .run = GetTime<Part::kMilliseconds>},
    {.overload = "duration_to_milliseconds", .run = GetDuration<Part::kMilliseconds>},
    {.overload = "optional_of", .run = OptionalOf},
    {.overload = "optional_ofNonZeroValue", .run = OptionalOfNonZero},
    {.overload = "optional_none", .run = OptionalNone},
    {.overload = "optional_value", .run = OptionalValue},
    {.overload = "optional_hasValue", .run = HasValue},
    {.overload = "@mapInsert_map_key_value", .run = MapInsert},
    {.overload = "@mapInsert_map_map", .run = MapInsertMap},
};

}  // namespace

const Library kStandardLibrary = {kStandardRows};

}  // namespace structural::cel::eval
