#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/standard.h"

namespace structural::cel::eval::standard {
namespace {

// Returns -1, 0 or 1, or an error.
Value Compared(std::string_view function, Arguments arguments, Context& context) {
  if (!IsComparable(arguments[0])) return WithoutTrait(arguments[0], function, context);
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
