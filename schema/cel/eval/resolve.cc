// Resolves attributes.
//
// Upstream: cel-go interpreter/attributes.go (v0.29.2).
#include "schema/cel/eval/interpreter.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"

namespace structural::cel::eval {
namespace {

// An index of a list, or an error.
struct Index {
  std::optional<std::int64_t> value;
  Value error;
};

Index IndexOf(const Value& key, Context& context) {
  std::optional<std::int64_t> index;
  switch (key.kind()) {
    case Kind::kInt: return {key.integer(), {}};
    case Kind::kDouble: index = ExactInt(key.real()); break;
    case Kind::kUint: index = ExactInt(key.unsigned_integer()); break;
    default: return {{}, context.Fail({"unsupported index type '", PrintType(RuntimeType(key)), "' in list"})};
  }
  if (index) return {index, {}};
  return {{}, context.Fail({"unsupported index value ", Print(key, context), " in list"})};
}

}  // namespace

bool IsQualifier(const Value& key) {
  switch (key.kind()) {
    case Kind::kString:
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kBool:
    case Kind::kDouble: return true;
    default: return false;
  }
}

Value Interpreter::Resolve(const Attribute& attribute) {
  if (attribute.base == Attribute::Base::kConditional) return ResolveConditional(attribute);
  const Value base = Base(attribute);
  if (base.is_error()) return base;
  const bool plain = attribute.first == nullptr && !base.is(Kind::kOptional);
  return plain ? base : Qualify(attribute, base);
}

Value Interpreter::Base(const Attribute& attribute) {
  switch (attribute.base) {
    case Attribute::Base::kOperand: return Exec(*attribute.operand);
    case Attribute::Base::kLocal: return Local(attribute);
    default: break;
  }
  if (attribute.slot < variables_.size() && variables_[attribute.slot]) {
    return *variables_[attribute.slot];
  }
  return context_.Fail({"no such attribute(s): ", attribute.name});
}

Value Interpreter::Local(const Attribute& attribute) {
  LoopState& loop = loops_[attribute.slot];
  switch (attribute.part) {
    case LocalPart::kAccumulator: return Accumulator(loop);
    case LocalPart::kFirst: return loop.first;
    case LocalPart::kSecond: return loop.second;
  }
  return {};
}

Value Interpreter::ResolveConditional(const Attribute& attribute) {
  const Value condition = Exec(*attribute.operand);
  if (condition.is_true()) return Resolve(*attribute.truthy);
  if (condition.is_false()) return Resolve(*attribute.falsy);
  return ErrorOrNoSuchOverload(condition);
}

Value Interpreter::Qualify(const Attribute& attribute, const Value& base) {
  bool optional = base.is(Kind::kOptional);
  if (optional && !base.has_value()) return base;
  Value value = optional ? base.value() : base;
  for (const QualifierLink* link = attribute.first; link != nullptr; link = link->next) {
    optional = optional || link->qualifier->optional;
    const LookupResult found = ApplyQualifier(*link->qualifier, value, optional);
    if (context_.stopped()) return Value::Error(context_.why_stopped());
    if (found.failed) return found.value;
    if (!found.present) return Value::NoOptional();
    value = found.value;
  }
  return optional ? context_.Optional(value) : value;
}

// Adds the cost of the lookup. If `if_present`, a missing value costs nothing.
Interpreter::LookupResult Interpreter::ApplyQualifier(const Qualifier& qualifier, const Value& value, bool if_present) {
  LookupResult found;
  if (qualifier.kind == Qualifier::Kind::kConstant) {
    found = FindByKey(value, qualifier.constant, if_present || qualifier.test_only);
    const bool tested = qualifier.test_only && !if_present && !found.failed;
    if (tested) found = {Value::Bool(found.present)};
  } else {
    const Value key = Resolve(*qualifier.attribute);
    if (key.is_error()) {
      found = Failed(key);
    } else if (!IsQualifier(key)) {
      found = Failed(context_.Fail({"invalid qualifier type: ", GoType(key)}));
    } else {
      found = FindByKey(value, key, if_present);
    }
  }
  if (context_.stopped() || (if_present && !found.present)) return found;
  if (qualifier.kind == Qualifier::Kind::kComputed) stack_.Drop(qualifier.id);
  Observe(found.value, qualifier.id, 1);
  return found;
}

Interpreter::LookupResult Interpreter::FindByKey(const Value& value, const Value& key, bool if_present) {
  if (value.is(Kind::kMap)) {
    const auto found = MapFind(value, key, context_);
    if (found) return found->is_error() ? Failed(*found) : LookupResult{*found};
  } else if (value.is(Kind::kList)) {
    return FindInListByIndex(value, key, if_present);
  } else if (value.is_error()) {
    return Failed(value);
  }
  if (if_present) return {{}, false};
  return NoSuchKey(key);
}

Interpreter::LookupResult Interpreter::FindInListByIndex(const Value& list, const Value& key, bool if_present) {
  const Index index = IndexOf(key, context_);
  if (!index.value) return Failed(index.error);
  if (*index.value >= 0 && *index.value < ListSize(list)) {
    if (list.form() == Form::kHost && !key.is(Kind::kInt)) {
      return {context_.Fail({"unsupported index: ", Print(key, context_)})};
    }
    return {ListGet(list, *index.value, context_)};
  }
  if (if_present) return {{}, false};
  return Failed(context_.Fail({"index out of bounds: ", Print(key, context_)}));
}

Interpreter::LookupResult Interpreter::NoSuchKey(const Value& key) const {
  return Failed(context_.Fail({"no such key: ", Print(key, context_)}));
}

}  // namespace structural::cel::eval
