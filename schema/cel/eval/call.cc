#include "schema/cel/eval/call.h"

#include <cmath>
#include <vector>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/opaque.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {
namespace {

constexpr Kind kKindOf[] = {
    // The elements are in the order of TypeKind; kError: no value has this kind.
    Kind::kError,  Kind::kBool,  Kind::kBytes,     Kind::kDouble, Kind::kDuration, Kind::kError,
    Kind::kError,  Kind::kInt,   Kind::kList,      Kind::kMap,    Kind::kNull,     Kind::kError,
    Kind::kString, Kind::kError, Kind::kTimestamp, Kind::kType,   Kind::kError,    Kind::kUint,
};

bool IsDynamic(const cel::Type& type) { return IsDyn(type) || type.kind == TypeKind::kParameter; }

// Upstream: cel-go common/types IsAssignableRuntimeType.
bool IsOfType(const Value& value, const cel::Type& type, Context& context) {
  if (IsDynamic(type)) return true;
  const Kind kind = kKindOf[static_cast<int>(type.kind)];
  if (kind == Kind::kError) return RuntimeTypeName(value) == TypeName(type);
  if (value.kind() != kind) return false;
  if (kind == Kind::kList && !IsDynamic(*type.parameters[0])) {
    return ListSize(value) == 0 || IsOfType(ListGet(value, 0, context), *type.parameters[0], context);
  }
  if (kind == Kind::kMap) {
    if (MapSize(value) == 0) return true;
    const Value key = MapKey(value, 0, context);
    if (!IsOfType(key, *type.parameters[0], context)) return false;
    if (IsDynamic(*type.parameters[1])) return true;
    return IsOfType(MapFind(value, key, context).value_or(Value()), *type.parameters[1], context);
  }
  return true;
}

bool Fits(const Overload& declared, const Implementation& implementation, Arguments arguments, Context& context) {
  if (arguments.size() != declared.arguments.size()) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_error()) {
      if (implementation.strict) return false;
    } else if (implementation.checks_types && !IsOfType(arguments[i], *declared.arguments[i], context)) {
      return false;
    }
  }
  return true;
}

// The first release whose conversions have declared overloads. Before, string(null) is "null".
//
// Upstream: cel-go common/types/null.go Null.ConvertToType (v0.29.2).
constexpr int kSinceTypedConversions = 29;

Value NoOverloadOf(const CallPlan& call, Arguments arguments, Context& context) {
  const bool is_null = arguments.size() == 1 && arguments[0].is(Kind::kNull);
  if (is_null && context.minor() < kSinceTypedConversions && call.function == "string") return Value::String("null");
  std::string types;
  for (const Value& argument : arguments) {
    if (argument.is_error()) return argument;
    if (!types.empty()) types += ", ";
    types += RuntimeTypeName(argument);
  }
  return context.Fail({"no such overload: ", call.function, "(", types, ")"});
}

// Returns the size that cel-go's own costs use. The size of an optional with a value is that of the value.
std::uint64_t TrackedSize(const Value& value) {
  const bool optional = value.is(Kind::kOptional) && value.has_value();
  return optional ? TrackedSize(value.value()) : ActualSize(value);
}

std::uint64_t Ceiling(double units, double factor) { return static_cast<std::uint64_t>(std::ceil(units * factor)); }

std::uint64_t CostByStandard(StandardCost cost, Arguments arguments) {
  const auto size = [&](std::size_t i) { return TrackedSize(arguments[i]); };
  switch (cost) {
    case StandardCost::kOne: return 1;
    case StandardCost::kTraversalOfFirst: return TraversalCost(size(0));
    case StandardCost::kTraversalOfSecond: return TraversalCost(size(1));
    case StandardCost::kTraversalOfBoth: return TraversalCost(size(0) + size(1));
    case StandardCost::kTraversalOfSmaller: return TraversalCost(std::min(size(0), size(1)));
    case StandardCost::kSizeOfSecond: return size(1);
    case StandardCost::kMatch:
      return Ceiling(1.0 + static_cast<double>(size(0)), 0.1) * Ceiling(static_cast<double>(size(1)), 0.25);
    case StandardCost::kSearch: return TraversalCost(size(0)) * TraversalCost(size(1));
  }
  return 1;
}

struct StandardCostRow {
  std::string_view overload;
  StandardCost cost;
};

constexpr StandardCostRow kStandardCosts[] = {
    {"starts_with_string", StandardCost::kTraversalOfSecond},
    {"ends_with_string", StandardCost::kTraversalOfSecond},
    {"string_to_bytes", StandardCost::kTraversalOfFirst},
    {"bytes_to_string", StandardCost::kTraversalOfFirst},
    {"strings_quote", StandardCost::kTraversalOfFirst},
    {"string_format", StandardCost::kTraversalOfFirst},
    {"in_list", StandardCost::kSizeOfSecond},
    {"less_string", StandardCost::kTraversalOfSmaller},
    {"greater_string", StandardCost::kTraversalOfSmaller},
    {"less_equals_string", StandardCost::kTraversalOfSmaller},
    {"greater_equals_string", StandardCost::kTraversalOfSmaller},
    {"less_bytes", StandardCost::kTraversalOfSmaller},
    {"greater_bytes", StandardCost::kTraversalOfSmaller},
    {"less_equals_bytes", StandardCost::kTraversalOfSmaller},
    {"greater_equals_bytes", StandardCost::kTraversalOfSmaller},
    {"add_string", StandardCost::kTraversalOfBoth},
    {"add_bytes", StandardCost::kTraversalOfBoth},
    {"matches", StandardCost::kMatch},
    {"matches_string", StandardCost::kMatch},
    {"contains_string", StandardCost::kSearch},
};

// Runs a call with a constant pattern. cel-go optimizes such a call, and then accepts as its first argument each value
// that NativeText can convert to a text, not only a string.
//
// Upstream: cel-go interpreter/optimizations.go, apiserver/pkg/cel/library/regex.go.
Value RunWithPattern(const CallPlan& call, Arguments arguments, Context& context) {
  if (arguments.size() == 2 && arguments[0].is_string()) {
    return call.implementation->run(arguments, context);
  }
  const auto text = NativeText(arguments[0]);
  if (!text) return NoSuchOverload();
  std::vector<Value> plain(arguments.begin(), arguments.end());
  plain[0] = Value::String(*text);
  if (plain.size() > 2 && !plain[2].is(Kind::kInt)) return NoSuchOverload();
  return call.implementation->run(plain, context);
}

}  // namespace

StandardCost StandardCostOf(std::string_view overload) {
  for (const StandardCostRow& row : kStandardCosts) {
    if (row.overload == overload) return row.cost;
  }
  return StandardCost::kOne;
}

Value RunCall(const CallPlan& call, Arguments arguments, Context& context) {
  if (call.has_constant_pattern) return RunWithPattern(call, arguments, context);
  if (call.implementation != nullptr) {
    if (call.declared_overload != nullptr && !Fits(*call.declared_overload, *call.implementation, arguments, context)) {
      return NoOverloadOf(call, arguments, context);
    }
    return call.implementation->run(arguments, context);
  }
  for (const Candidate& candidate : call.candidates) {
    if (!Fits(*candidate.declared_overload, *candidate.implementation, arguments, context)) continue;
    return candidate.implementation->run(arguments, context);
  }
  return NoOverloadOf(call, arguments, context);
}

std::uint64_t CostOfCall(const CallPlan& call, Arguments arguments, const Value& result, Context& context) {
  for (const CostFunction cost : {call.overload_cost, call.function_cost}) {
    if (cost == nullptr) continue;
    if (const auto special = cost(call.overload, arguments, result, context)) return *special;
  }
  return CostByStandard(call.standard_cost, arguments);
}

std::uint64_t CostOfEquality(bool negated, Arguments arguments) {
  const Value& left = arguments[0];
  if (!negated && left.is(Kind::kOpaque) && left.opaque().has_cheap_equality()) return 1;
  return CostByStandard(StandardCost::kTraversalOfSmaller, arguments);
}

Value MakeList(const Node& node, Arguments values, Context& context) {
  if (node.optional == nullptr) return context.List(values);
  std::vector<Value> elements;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!node.optional[i]) {
      elements.push_back(values[i]);
    } else if (!values[i].is(Kind::kOptional)) {
      return context.Fail(
          {"cannot initialize optional list element from non-optional value ", Print(values[i], context)});
    } else if (values[i].has_value()) {
      elements.push_back(values[i].value());
    }
  }
  return context.List(elements);
}

Value MakeMap(const Node& node, Arguments values, Context& context) {
  auto* const map = context.arena().New<MapNode>();
  for (std::size_t i = 0; i < values.size(); i += 2) {
    const Value& key = values[i];
    Value value = values[i + 1];
    const bool optional = node.optional != nullptr && node.optional[i / 2];
    if (optional && !value.is(Kind::kOptional)) {
      return context.Fail({"cannot initialize optional entry '", Print(key, context), "' from non-optional value ",
                           Print(value, context)});
    }
    const bool left_out = optional && !value.has_value();
    if (!IsHashable(key)) return StopForKey(key, left_out && map->size == 0, context);
    if (left_out) {
      map->Erase(key);
      continue;
    }
    map->Set(key, optional ? value.value() : value, context.arena());
  }
  return Value::Map(*map);
}

}  // namespace structural::cel::eval
