// Upstream: cel-go common/types/overflow.go, Add, Subtract and others of each type (v0.29.2).
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"
#include "schema/cel/eval/standard.h"

namespace structural::cel::eval::standard {
namespace {

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
  if (b.integer() == 0) return Value::Error("division by zero");
  if (a.is(Kind::kUint)) return Value::Uint(a.unsigned_integer() / b.unsigned_integer());
  if (b.integer() == -1) return Ints(0, a.integer(), SubtractChecked);
  return Value::Int(a.integer() / b.integer());
}

Value Modulo(Arguments arguments, Context& context) {
  const Value &a = arguments[0], &b = arguments[1];
  if (!a.is(Kind::kInt) && !a.is(Kind::kUint)) return WithoutTrait(a, "_%_", context);
  if (a.kind() != b.kind()) return NoSuchOverload();
  if (b.integer() == 0) return Value::Error("modulus by zero");
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

}  // namespace structural::cel::eval::standard
