#include "schema/cel/eval/operations.h"

#include <cmath>
#include <compare>

#include "schema/base/utf8.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/overflow.h"
#include "schema/cel/eval/value.h"
#include "schema/go/duration.h"
#include "schema/go/numbers.h"
#include "schema/kubernetes/print.h"

namespace structural::cel::eval {
namespace {

// Compares numbers of different types: int, uint and double.
//
// Upstream: cel-go common/types/compare.go (v0.29.2).

bool IsNumber(const Value& value) { return value.is(Kind::kInt) || value.is(Kind::kUint) || value.is(Kind::kDouble); }

template <typename T>
int Order(const T& a, const T& b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

int CompareDouble(double a, const Value& b) {
  switch (b.kind()) {
    case Kind::kInt:
      if (a < -kTwoTo63) return -1;
      return a > kTwoTo63 ? 1 : Order(a, static_cast<double>(b.integer()));
    case Kind::kUint:
      if (a < 0) return -1;
      return a > kTwoTo64 ? 1 : Order(a, static_cast<double>(b.unsigned_integer()));
    default: return Order(a, b.real());
  }
}

int CompareIntUint(std::int64_t a, std::uint64_t b) { return a < 0 ? -1 : Order(static_cast<std::uint64_t>(a), b); }

bool IsNotANumber(const Value& value) { return value.is(Kind::kDouble) && std::isnan(value.real()); }

Value CompareOther(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return ErrorOrNoSuchOverload(b);
  switch (a.kind()) {
    case Kind::kBool: return Value::Int(Order(a.boolean(), b.boolean()));
    case Kind::kString:
    case Kind::kBytes: return Value::Int(Order(a.text(), b.text()));
    case Kind::kDuration: return Value::Int(Order(a.duration(), b.duration()));
    default: {
      const Timestamp one = a.time(), other = b.time();
      const int seconds = Order(one.seconds, other.seconds);
      return Value::Int(seconds != 0 ? seconds : Order(one.nanoseconds, other.nanoseconds));
    }
  }
}

// Returns -1, 0 or 1. Precondition: both are numbers, and neither is NaN.
int CompareNumbers(const Value& a, const Value& b) {
  if (a.is(Kind::kDouble)) return CompareDouble(a.real(), b);
  if (b.is(Kind::kDouble)) return -CompareDouble(b.real(), a);
  if (a.is(Kind::kInt) && b.is(Kind::kInt)) return Order(a.integer(), b.integer());
  if (a.is(Kind::kInt)) return CompareIntUint(a.integer(), b.unsigned_integer());
  if (b.is(Kind::kInt)) return -CompareIntUint(b.integer(), a.unsigned_integer());
  return Order(a.unsigned_integer(), b.unsigned_integer());
}

}  // namespace

bool IsComparable(const Value& value) {
  switch (value.kind()) {
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDouble:
    case Kind::kString:
    case Kind::kBytes:
    case Kind::kDuration:
    case Kind::kTimestamp: return true;
    default: return false;
  }
}

Value Compare(const Value& a, const Value& b, Context&) {
  if (!IsNumber(a)) return CompareOther(a, b);
  constexpr std::string_view kNan = "NaN values cannot be ordered";
  if (IsNotANumber(a)) return Value::Error(kNan);
  if (!IsNumber(b)) return ErrorOrNoSuchOverload(b);
  return IsNotANumber(b) ? Value::Error(kNan) : Value::Int(CompareNumbers(a, b));
}

namespace {

// Upstream: cel-go common/types, Equal of each type (v0.29.2).

constexpr std::size_t kShortText = 256;  // bytes that are compared in one step

bool IsNan(const Value& value) { return value.is(Kind::kDouble) && std::isnan(value.real()); }

Value EqualNumbers(const Value& a, const Value& b) {
  if (!IsNumber(b) || IsNan(a) || IsNan(b)) return Value::Bool(false);
  return Value::Bool(CompareNumbers(a, b) == 0);
}

bool EqualTexts(std::string_view a, std::string_view b, Context& context) {
  if (a.size() != b.size()) return false;
  if (a.size() > kShortText) context.CountSteps(static_cast<std::int64_t>(a.size() / kShortText));
  return a == b;
}

// Compares two lists. Elements whose comparison is an error count as equal. If `a` is a concatenation and no elements
// differ, the result is the first such error.
Value EqualLists(const Value& a, const Value& b, Context& context) {
  if (!b.is(Kind::kList) || ListSize(a) != ListSize(b)) return Value::Bool(false);
  const bool concat = a.form() == Form::kConcat && !a.concat_list().copied_in_cel_go;
  Value error;
  ListIterator ours(a, context), theirs(b, context);
  for (Value one, other; ours.Next(one) && theirs.Next(other);) {
    const Value equal = Equal(one, other, context);
    if (equal.is_false()) return equal;
    if (concat && equal.is_error() && !error.is_error()) error = equal;
  }
  return error.is_error() ? error : Value::Bool(true);
}

Value EqualMaps(const Value& a, const Value& b, Context& context) {
  if (!b.is(Kind::kMap) || MapSize(a) != MapSize(b)) return Value::Bool(false);
  for (std::uint32_t i = 0; i < a.map().size; ++i) {
    const MapNode::Entry& entry = a.map().entries[i];
    const auto other = MapFind(b, entry.key, context);
    if (!other || Equal(entry.value, *other, context).is_false()) return Value::Bool(false);
  }
  return Value::Bool(true);
}

// Compares a list or map of the host program with `other`. Afterwards frees the memory of the elements that the
// comparison converted.
template <typename Host>
Value EqualToHost(const Host& host, const Value& other, Context& context) {
  const Context::Scratch before = context.Here();
  const Value equal = host.Equal(other, context);
  if (equal.is(Kind::kBool)) context.Rewind(before);
  return equal;
}

Value EqualOptionals(const Value& a, const Value& b, Context& context) {
  if (!b.is(Kind::kOptional)) return Value::Bool(false);
  if (!a.has_value() || !b.has_value()) return Value::Bool(a.has_value() == b.has_value());
  return EqualAsType(a.value(), b.value(), context);
}

}  // namespace

Value EqualAsType(const Value& a, const Value& b, Context& context) {
  const bool same = a.kind() == b.kind();
  if (!context.CountNestedStep()) return Value::Error(context.why_stopped());
  switch (a.kind()) {
    case Kind::kNull: return Value::Bool(same);
    case Kind::kBool: return Value::Bool(same && a.boolean() == b.boolean());
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDouble: return EqualNumbers(a, b);
    case Kind::kString:
    case Kind::kBytes: return Value::Bool(same && EqualTexts(a.text(), b.text(), context));
    case Kind::kDuration: return Value::Bool(same && a.duration() == b.duration());
    case Kind::kTimestamp: return Value::Bool(same && SameMoment(a.time(), b.time()));
    case Kind::kType: return Value::Bool(same && TypeName(a.type()) == TypeName(b.type()));
    case Kind::kList:
      return a.form() == Form::kHost ? EqualToHost(a.host_list(), b, context) : EqualLists(a, b, context);
    case Kind::kMap: return a.form() == Form::kHost ? EqualToHost(a.host_map(), b, context) : EqualMaps(a, b, context);
    case Kind::kOptional: return EqualOptionals(a, b, context);
    case Kind::kOpaque: return a.opaque().Equal(b, context);
    case Kind::kError: return a;
  }
  return Value::Bool(false);
}

Value Equal(const Value& a, const Value& b, Context& context) {
  const bool null = a.is(Kind::kNull), other_null = b.is(Kind::kNull);
  if (null || other_null) return Value::Bool(null == other_null);
  return EqualAsType(a, b, context);
}

namespace {

constexpr std::int64_t kFirstOfYearOne = -62'135'596'800;

}  // namespace

std::int64_t CountRunes(std::string_view text) {
  std::int64_t count = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if ((*at & 0x80) == 0) {
      ++at;
    } else {
      at += base::DecodeRune({at, end}).size;
    }
    ++count;
  }
  return count;
}

std::optional<std::int64_t> Size(const Value& value) {
  switch (value.kind()) {
    case Kind::kString: return CountRunes(value.text());
    case Kind::kBytes: return static_cast<std::int64_t>(value.text().size());
    case Kind::kList: return ListSize(value);
    case Kind::kMap: return MapSize(value);
    case Kind::kOpaque: return value.opaque().Size();
    default: return std::nullopt;
  }
}

std::uint64_t ActualSize(const Value& value) { return static_cast<std::uint64_t>(Size(value).value_or(1)); }

std::uint64_t TraversalCost(std::uint64_t units) {
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(units) * 0.1));
}

bool IsZero(const Value& value) {
  switch (value.kind()) {
    case Kind::kNull: return true;
    case Kind::kBool: return !value.boolean();
    case Kind::kDouble: return value.real() == 0;
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDuration: return value.bits() == 0;
    case Kind::kString:
    case Kind::kBytes: return value.text().empty();
    case Kind::kTimestamp: return SameMoment(value.time(), {kFirstOfYearOne});
    case Kind::kList: return value.form() != Form::kHost && ListSize(value) == 0;
    case Kind::kMap: return value.form() != Form::kHost && MapSize(value) == 0;
    default: return false;
  }
}

std::optional<std::string_view> NativeText(const Value& value) {
  if (value.is_string()) return value.text();
  if (value.is(Kind::kType)) return TypeName(value.type());
  if (value.is(Kind::kOptional) && value.has_value()) return NativeText(value.value());
  return std::nullopt;
}

namespace {

// Functions that print values as cel-go prints them in error messages.

// Maximum size in bytes of a printed value. The parts after this size are omitted.
constexpr std::size_t kMaxPrinted = std::size_t{1} << 20;

void AppendGo(const Value& value, Context& context, std::string& to);

void AppendBytes(std::string_view bytes, std::string& to) {
  to += '[';
  for (std::size_t i = 0; i < bytes.size() && to.size() < kMaxPrinted; ++i) {
    if (i > 0) to += ' ';
    to += std::to_string(static_cast<unsigned char>(bytes[i]));
  }
  to += ']';
}

void AppendList(const Value& list, Context& context, std::string& to) {
  to += '[';
  ListIterator all(list, context);
  bool first = true;
  for (Value element; to.size() < kMaxPrinted && all.Next(element); first = false) {
    if (!first) to += ", ";
    AppendGo(element, context, to);
  }
  to += ']';
}

void AppendMap(const Value& map, Context& context, std::string& to) {
  to += '{';
  const std::int64_t size = MapSize(map);
  for (std::int64_t i = 0; i < size && to.size() < kMaxPrinted; ++i) {
    if (i > 0) to += ", ";
    const Value key = MapKey(map, i, context);
    AppendGo(key, context, to);
    to += ": ";
    AppendGo(MapFind(map, key, context).value_or(Value()), context, to);
  }
  to += '}';
}

// Prints a type like cel-go's Type.
void AppendType(const cel::Type& type, std::string& to) {
  to += type.nullable ? "wrapper(" + std::string(TypeName(type)) + ")" : TypeName(type);
  if (type.parameters.empty()) return;
  to += '(';
  for (const cel::Type* parameter : type.parameters) {
    if (to.back() != '(') to += ", ";
    AppendType(*parameter, to);
  }
  to += ')';
}

void AppendGo(const Value& value, Context& context, std::string& to) {
  if (!context.CountNestedStep()) return;
  switch (value.kind()) {
    case Kind::kNull: to += '0'; break;
    case Kind::kBool: to += value.boolean() ? "true" : "false"; break;
    case Kind::kInt: to += std::to_string(value.integer()); break;
    case Kind::kUint: to += std::to_string(value.unsigned_integer()); break;
    case Kind::kDouble: to += PrintDouble(value.real()); break;
    case Kind::kString:
    case Kind::kError: to += value.text(); break;
    case Kind::kBytes: AppendBytes(value.text(), to); break;
    case Kind::kDuration: to += go::PrintDuration(value.duration()); break;
    case Kind::kTimestamp: to += go::PrintTime(value.time()); break;
    case Kind::kType: AppendType(value.type(), to); break;
    case Kind::kList: AppendList(value, context, to); break;
    case Kind::kMap: AppendMap(value, context, to); break;
    case Kind::kOpaque: to += value.opaque().Print(); break;
    case Kind::kOptional:
      to += value.has_value() ? "optional(" : "optional.none()";
      if (!value.has_value()) break;
      AppendGo(value.value(), context, to);
      to += ')';
  }
}

constexpr std::string_view kGoTypes[] = {
    // The elements are in the order of Kind.
    "types.Null",   "types.Bool",  "types.Int",      "types.Uint",      "types.Double",
    "types.String", "types.Bytes", "types.Duration", "types.Timestamp", "*types.Type",
};

}  // namespace

std::string PrintDouble(double value) {
  if (std::isinf(value)) return value < 0 ? "-Inf" : "+Inf";
  if (std::isnan(value)) return "NaN";
  return kubernetes::PrintFloat(value);
}

std::string Print(const Value& value, Context& context) {
  std::string text;
  AppendGo(value, context, text);
  return text;
}

std::string PrintType(const cel::Type& type) {
  std::string text;
  AppendType(type, text);
  return text;
}

std::string_view GoType(const Value& value) {
  switch (value.kind()) {
    case Kind::kList:
      if (value.form() == Form::kHost) return value.host_list().GoType();
      if (value.form() == Form::kMutable) return "*types.mutableList";
      return value.form() == Form::kConcat && !value.concat_list().copied_in_cel_go ? "*types.concatList"
                                                                                    : "*types.baseList";
    case Kind::kMap:
      if (value.form() == Form::kHost) return value.host_map().GoType();
      return value.form() == Form::kMutable ? "*types.mutableMap" : "*types.baseMap";
    case Kind::kOptional: return "*types.Optional";
    case Kind::kOpaque: return value.opaque().GoType();
    case Kind::kError: return "*types.Err";
    default: return kGoTypes[static_cast<int>(value.kind())];
  }
}

namespace {

// Upstream: cel-go common/types, ConvertToType of each type (v0.29.2).

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
