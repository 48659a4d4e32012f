// Upstream: cel-go common/types, ConvertToType of each type (v0.29.2).
#include "schema/base/utf8.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"
#include "schema/go/duration.h"
#include "schema/go/numbers.h"

namespace structural::cel::eval {
namespace {

constexpr std::string_view kIntOverflow = "integer overflow";
constexpr std::string_view kUintOverflow = "unsigned integer overflow";
constexpr std::string_view kTimestampOverflow = "timestamp overflow";

const cel::Type& TypeOfKind(Kind kind) {
  static constexpr TypeKind kTypeKinds[] = {
      // The elements are in the order of Kind.
      TypeKind::kNull,   TypeKind::kBool,  TypeKind::kInt,      TypeKind::kUint,      TypeKind::kDouble,
      TypeKind::kString, TypeKind::kBytes, TypeKind::kDuration, TypeKind::kTimestamp, TypeKind::kType,
  };
  return BasicType(kTypeKinds[static_cast<int>(kind)]);
}

Value CannotConvert(const Value& value, Kind to, Context& context) {
  return context.Fail(
      {"type conversion error from '", PrintType(RuntimeType(value)), "' to '", PrintType(TypeOfKind(to)), "'"});
}

template <typename T>
Value OrOverflow(const std::optional<T>& number, Value (*make)(T), std::string_view error) {
  return number ? make(*number) : Value::Error(error);
}

Value ParseTimestamp(const Value& value, Context& context) {
  const auto moment = go::ParseRfc3339(value.text());
  if (!moment) return CannotConvert(value, Kind::kTimestamp, context);
  return IsTimestamp(moment->seconds) ? Value::Time(*moment) : Value::Error(kTimestampOverflow);
}

Value FromString(const Value& value, Kind to, Context& context) {
  const std::string_view text = value.text();
  const auto done = [&](const auto& parsed, auto make) {
    return parsed ? make(*parsed) : CannotConvert(value, to, context);
  };
  switch (to) {
    case Kind::kBool: return done(go::ParseBool(text), Value::Bool);
    case Kind::kInt: return done(go::ParseInt(text), Value::Int);
    case Kind::kUint: return done(go::ParseUint(text), Value::Uint);
    case Kind::kDouble: return done(go::ParseFloat(text), Value::Double);
    case Kind::kBytes: return Value::Bytes(text);
    case Kind::kDuration: return done(go::ParseDuration(text), Value::Duration);
    case Kind::kTimestamp: return ParseTimestamp(value, context);
    default: return CannotConvert(value, to, context);
  }
}

Value FromInt(const Value& value, Kind to, Context& context) {
  const std::int64_t number = value.integer();
  switch (to) {
    case Kind::kUint: return OrOverflow(ExactUint(number), Value::Uint, kUintOverflow);
    case Kind::kDouble: return Value::Double(static_cast<double>(number));
    case Kind::kTimestamp: return IsTimestamp(number) ? Value::Time({number}) : Value::Error(kTimestampOverflow);
    default: return CannotConvert(value, to, context);
  }
}

Value FromUint(const Value& value, Kind to, Context& context) {
  const std::uint64_t number = value.unsigned_integer();
  if (to == Kind::kInt) return OrOverflow(ExactInt(number), Value::Int, kIntOverflow);
  if (to == Kind::kDouble) return Value::Double(static_cast<double>(number));
  return CannotConvert(value, to, context);
}

Value FromDouble(const Value& value, Kind to, Context& context) {
  if (to == Kind::kInt) return OrOverflow(ToInt(value.real()), Value::Int, kIntOverflow);
  if (to == Kind::kUint) return OrOverflow(ToUint(value.real()), Value::Uint, kUintOverflow);
  return CannotConvert(value, to, context);
}

Value ToText(const Value& value, Context& context) {
  switch (value.kind()) {
    case Kind::kNull: return Value::String("null");
    case Kind::kBool: return Value::String(value.boolean() ? "true" : "false");
    case Kind::kInt: return context.String(std::to_string(value.integer()));
    case Kind::kUint: return context.String(std::to_string(value.unsigned_integer()));
    case Kind::kDouble: return context.String(PrintDouble(value.real()));
    case Kind::kBytes:
      if (base::IsValidUtf8(value.text())) return Value::String(value.text());
      return Value::Error("invalid UTF-8 in bytes, cannot convert to string");
    case Kind::kDuration: {
      const std::int64_t second = 1'000'000'000;
      const double seconds =
          static_cast<double>(value.duration() / second) + static_cast<double>(value.duration() % second) / 1e9;
      return context.String(go::FormatFixed(seconds) + "s");
    }
    case Kind::kTimestamp: return context.String(go::FormatRfc3339Nano(value.time()));
    case Kind::kType: return Value::String(TypeName(value.type()));
    default: return CannotConvert(value, Kind::kString, context);
  }
}

}  // namespace

Value Convert(const Value& value, Kind to, Context& context) {
  if (value.is(to) || value.is_error()) return value;
  if (to == Kind::kString) return ToText(value, context);
  switch (value.kind()) {
    case Kind::kString: return FromString(value, to, context);
    case Kind::kInt: return FromInt(value, to, context);
    case Kind::kUint: return FromUint(value, to, context);
    case Kind::kDouble: return FromDouble(value, to, context);
    case Kind::kDuration:
      if (to == Kind::kInt) return Value::Int(value.duration());
      break;
    case Kind::kTimestamp:
      if (to == Kind::kInt) return Value::Int(value.time().seconds);
      break;
    default: break;
  }
  return CannotConvert(value, to, context);
}

}  // namespace structural::cel::eval
