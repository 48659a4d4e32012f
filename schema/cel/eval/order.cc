#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/standard.h"

namespace structural::cel::eval::standard {
namespace {

bool HasOrder(const Value& value) {
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

// -1, 0 or 1; or an error.
Value Compared(std::string_view function, Arguments arguments, Context& context) {
  if (!HasOrder(arguments[0])) return WithoutTrait(arguments[0], function, context);
  return Compare(arguments[0], arguments[1], context);
}

}  // namespace

Value Less(Arguments arguments, Context& context) {
  const Value order = Compared("_<_", arguments, context);
  return order.is_error() ? order : Value::Bool(order.integer() < 0);
}

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

}  // namespace structural::cel::eval::standard
