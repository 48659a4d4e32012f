#include <cmath>
#include <compare>

#include "schema/cel/eval/compare_numbers.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"

namespace structural::cel::eval {
namespace {

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

}  // namespace

int CompareNumbers(const Value& a, const Value& b) {
  if (a.is(Kind::kDouble)) return CompareDouble(a.real(), b);
  if (b.is(Kind::kDouble)) return -CompareDouble(b.real(), a);
  if (a.is(Kind::kInt) && b.is(Kind::kInt)) return Order(a.integer(), b.integer());
  if (a.is(Kind::kInt)) return CompareIntUint(a.integer(), b.unsigned_integer());
  if (b.is(Kind::kInt)) return -CompareIntUint(b.integer(), a.unsigned_integer());
  return Order(a.unsigned_integer(), b.unsigned_integer());
}

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

}  // namespace structural::cel::eval
