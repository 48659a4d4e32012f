#include "schema/cel/eval/standard.h"

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/pattern.h"

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

// Compares two strings. Returns an error for other values.
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
  return IsZero(arguments[0]) ? Value::NoOptional() : context.Optional(arguments[0]);
}

Value OptionalNone(Arguments, Context&) { return Value::NoOptional(); }

Value OptionalValue(Arguments arguments, Context&) {
  if (arguments[0].has_value()) return arguments[0].value();
  return Value::Error("optional.none() dereference");
}

Value HasValue(Arguments arguments, Context&) { return Value::Bool(arguments[0].has_value()); }

// Inserts into the accumulator of a loop, or into a copy of another map.
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
    {.overload = "!_", .run = Not, .guarded = false},
    {.overload = "not_strictly_false", .run = NotStrictlyFalse, .strict = false},
    {.overload = "_+_", .run = standard::Add, .guarded = false},
    {.overload = "_-_", .run = standard::Subtract, .guarded = false},
    {.overload = "_*_", .run = standard::Multiply, .guarded = false},
    {.overload = "_/_", .run = standard::Divide, .guarded = false},
    {.overload = "_%_", .run = standard::Modulo, .guarded = false},
    {.overload = "-_", .run = standard::Negate, .guarded = false},
    {.overload = "_<_", .run = standard::Less, .guarded = false},
    {.overload = "_<=_", .run = standard::LessEquals, .guarded = false},
    {.overload = "_>_", .run = standard::Greater, .guarded = false},
    {.overload = "_>=_", .run = standard::GreaterEquals, .guarded = false},
    {.overload = "@in", .run = In, .guarded = false},
    {.overload = "size", .run = SizeOf, .guarded = false},
    {.overload = "type", .run = TypeOf, .guarded = false},
    {.overload = "dyn", .run = Same, .guarded = false},
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
    {.overload = "contains_string", .run = Contains, .guarded = false},
    {.overload = "ends_with_string", .run = EndsWith, .guarded = false},
    {.overload = "starts_with_string", .run = StartsWith, .guarded = false},
    {.overload = "matches", .run = Matches, .guarded = false, .pattern = 1},
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
