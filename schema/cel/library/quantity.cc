// Upstream: apiserver/pkg/cel/library/quantity.go, apiserver/pkg/cel/quantity.go (v0.37.2, v0.38.0-alpha.2).
#include "schema/kubernetes/quantity.h"

#include "schema/cel/eval/operations.h"
#include "schema/cel/library/library.h"
#include "schema/cel/library/opaque.h"

namespace structural::cel::library {
namespace {

constexpr std::string_view kTooManyZeros = "quantity has more zeros than this program writes";

class QuantityValue final : public eval::Opaque {
 public:
  static const cel::Type kType;

  // `is_computed`: whether the quantity is the result of an operation. Kubernetes represents such a quantity as a
  // pointer, which its method Equal does not accept as the other operand. Therefore x == y is the error "no such
  // overload" if y is computed.
  QuantityValue(const kubernetes::Quantity& from, bool is_computed) : quantity(from), computed(is_computed) {}

  const cel::Type& type() const override { return kType; }
  Value Equal(const Value& other, Context& context) const override {
    const auto* second = AsOpaque<QuantityValue>(other);
    if (second == nullptr || second->computed) return eval::ErrorOrNoSuchOverload(other);
    kubernetes::Quantity first = quantity;
    return Value::Bool(Compare(first, second->quantity, context.arena()) == 0);
  }
  std::string Print() const override {
    base::Arena arena;
    return kubernetes::Print(quantity, arena);
  }

  std::string_view GoType() const override { return computed ? "*cel.Quantity" : "cel.Quantity"; }

  mutable kubernetes::Quantity quantity;  // comparison changes the representation, as in Kubernetes before 1.38
  bool computed;
};

const cel::Type QuantityValue::kType = {.kind = TypeKind::kStruct, .name = "kubernetes.Quantity"};

kubernetes::Quantity& QuantityOf(const Value& value) { return GetOpaque<QuantityValue>(value).quantity; }

Value MakeQuantity(Arguments arguments, Context& context) {
  const auto read = kubernetes::ParseQuantity(arguments[0].text(), context.arena(), context.minor());
  if (const auto* why = std::get_if<std::string>(&read)) return context.Fail(*why);
  return MakeOpaque<QuantityValue>(context, std::get<kubernetes::Quantity>(read), false);
}

Value IsQuantity(Arguments arguments, Context& context) {
  const auto read = kubernetes::ParseQuantity(arguments[0].text(), context.arena(), context.minor());
  return Value::Bool(std::holds_alternative<kubernetes::Quantity>(read));
}

Value SignOfQuantity(Arguments arguments, Context&) { return Value::Int(QuantityOf(arguments[0]).sign()); }

template <int kOrder>
Value HasOrder(Arguments arguments, Context& context) {
  const int order = Compare(QuantityOf(arguments[0]), QuantityOf(arguments[1]), context.arena());
  return Value::Bool(order == kOrder);
}

Value OrderOfQuantities(Arguments arguments, Context& context) {
  return Value::Int(Compare(QuantityOf(arguments[0]), QuantityOf(arguments[1]), context.arena()));
}

Value ApproximateFloat(Arguments arguments, Context&) {
  return Value::Double(QuantityOf(arguments[0]).AsApproximateFloat64());
}

Value IsInteger(Arguments arguments, Context&) { return Value::Bool(QuantityOf(arguments[0]).AsInt64().has_value()); }

Value AsInteger(Arguments arguments, Context&) {
  const auto integer = QuantityOf(arguments[0]).AsInt64();
  return integer ? Value::Int(*integer) : Value::Error("cannot convert value to integer");
}

using Combination = std::optional<kubernetes::Quantity> (*)(const kubernetes::Quantity&, const kubernetes::Quantity&,
                                                            base::Arena&);

// Combines two quantities, or a quantity and an int.
template <Combination kCombine>
Value CombineQuantities(Arguments arguments, Context& context) {
  const bool integer = arguments[1].is(eval::Kind::kInt);
  const kubernetes::Quantity other =
      integer ? kubernetes::QuantityOf(arguments[1].integer(), context.minor()) : QuantityOf(arguments[1]);
  const auto combined = kCombine(QuantityOf(arguments[0]), other, context.arena());
  if (!combined) return Value::Error(kTooManyZeros);
  return MakeOpaque<QuantityValue>(context, *combined, true);
}

constexpr eval::Implementation kQuantityRows[] = {
    {.overload = "string_to_quantity", .run = MakeQuantity},
    {.overload = "is_quantity_string", .run = IsQuantity},
    {.overload = "quantity_sign", .run = SignOfQuantity},
    {.overload = "quantity_is_greater_than", .run = HasOrder<1>},
    {.overload = "quantity_is_less_than", .run = HasOrder<-1>},
    {.overload = "quantity_compare_to", .run = OrderOfQuantities},
    {.overload = "quantity_get_float", .run = ApproximateFloat},
    {.overload = "quantity_get_int", .run = AsInteger},
    {.overload = "quantity_is_integer", .run = IsInteger},
    {.overload = "quantity_add", .run = CombineQuantities<kubernetes::Add>},
    {.overload = "quantity_add_int", .run = CombineQuantities<kubernetes::Add>},
    {.overload = "quantity_sub", .run = CombineQuantities<kubernetes::Subtract>},
    {.overload = "quantity_sub_int", .run = CombineQuantities<kubernetes::Subtract>},
};

// Costs of the functions of quantities. Some functions also have overloads for semantic versions, with the same cost.
constexpr eval::FunctionCost kQuantityCosts[] = {
    {"quantity", CostOfReading},  {"isQuantity", CostOfReading},
    {"sign", CostOfOne},          {"asInteger", CostOfOne},
    {"isInteger", CostOfOne},     {"asApproximateFloat", CostOfOne},
    {"isGreaterThan", CostOfOne}, {"isLessThan", CostOfOne},
    {"compareTo", CostOfOne},     {"add", CostOfOne},
    {"sub", CostOfOne},
};

}  // namespace

const eval::Library kQuantities = {kQuantityRows, kQuantityCosts};

}  // namespace structural::cel::library
