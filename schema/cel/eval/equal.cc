// Upstream: cel-go common/types, Equal of each type (v0.29.2).
#include <cmath>

#include "schema/cel/eval/compare_numbers.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {
namespace {

constexpr std::size_t kShortText = 256;  // bytes that are compared in one step

bool IsNan(const Value& value) { return value.is(Kind::kDouble) && std::isnan(value.real()); }

Value EqualNumbers(const Value& a, const Value& b) {
  if (!IsNumber(b) || IsNan(a) || IsNan(b)) return Value::Bool(false);
  return Value::Bool(CompareNumbers(a, b) == 0);
}

bool EqualTexts(std::string_view a, std::string_view b, Context& context) {
  if (a.size() != b.size()) return false;
  if (a.size() > kShortText) context.Step(static_cast<std::int64_t>(a.size() / kShortText));
  return a == b;
}

// An error of an element counts as equal. For a concatenation, the first such error is the result if no element
// differs.
Value EqualLists(const Value& a, const Value& b, Context& context) {
  if (!b.is(Kind::kList) || ListSize(a) != ListSize(b)) return Value::Bool(false);
  const bool concat = a.form() == Form::kConcat && !a.concat_list().plain;
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

// Compares with a host list or map, and frees the memory of the elements that this makes.
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
  if (!context.StepDown()) return Value::Error(context.why_stopped());
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

}  // namespace structural::cel::eval
