#include "schema/cel/cost/estimator.h"

#include "schema/cel/functions.h"

namespace structural::cel::cost {
namespace {

constexpr Range kSelect = Fixed(1);

// Whether the loop only binds its accumulator to a value.
bool IsBind(const Comprehension& loop) {
  const List* list = std::get_if<List>(&loop.range->node);
  const Constant* condition = std::get_if<Constant>(&loop.condition->node);
  return list != nullptr && list->elements.empty() && condition != nullptr && *condition == Constant(false) &&
         loop.accumulator != "__result__";
}

}  // namespace

Estimator::Estimator(const Checked& checked, const Sizes& sizes, int minor, base::Arena& arena,
                     std::vector<PartEstimate>* estimates)
    : checked_(checked),
      sizes_(sizes),
      minor_(minor),
      arena_(arena),
      estimates_(estimates),
      parts_(checked.types.size()) {}

Range Estimator::Cost(const Expr& expr) {
  const Range cost = CostOf(expr);
  if (estimates_ != nullptr) (*estimates_)[static_cast<std::size_t>(expr.id)].cost = cost;
  return cost;
}

Range Estimator::CostOf(const Expr& expr) {
  if (const std::string_view name = NameOf(expr); !name.empty()) return IdentCost(expr, name);
  if (const Select* select = std::get_if<Select>(&expr.node)) return SelectCost(expr, *select);
  if (const Call* call = std::get_if<Call>(&expr.node)) return CallCost(expr, *call);
  if (const List* list = std::get_if<List>(&expr.node)) return ListCost(expr, *list);
  if (const Map* map = std::get_if<Map>(&expr.node)) return MapCost(expr, *map);
  if (const Message* message = std::get_if<Message>(&expr.node)) return MessageCost(*message);
  if (const auto* loop = std::get_if<const Comprehension*>(&expr.node)) {
    return follows_values() && IsBind(**loop) ? BindCost(expr, **loop) : LoopCost(expr, **loop);
  }
  return {};
}

Range Estimator::IdentCost(const Expr& expr, std::string_view name) {
  const Local* local = FindLocal(name);
  PartOf(expr).path = local == nullptr ? Path::Of(name, arena_) : local->path;
  return kSelect;
}

Range Estimator::SelectCost(const Expr& expr, const Select& select) {
  if (select.test_only && minor_ < kEstimatesPresence) return {};
  Range cost = Cost(*select.operand);
  if (select.test_only) return minor_ < kPresenceIsFree ? cost + kSelect : cost;
  const TypeKind kind = TypeOf(*select.operand).kind;
  if (kind == TypeKind::kMap || kind == TypeKind::kStruct || kind == TypeKind::kParameter) cost = cost + kSelect;
  PartOf(expr).path = PathOf(*select.operand).Append(select.field, arena_);
  return cost;
}

Range Estimator::CallCost(const Expr& expr, const Call& call) {
  if (call.function == "dyn") return DynCost(expr, call);
  std::vector<Operand> arguments;
  std::vector<Range> costs;
  for (const Expr* argument : call.arguments) {
    costs.push_back(Cost(*argument));
    arguments.push_back(OperandOf(*argument));
  }
  const auto reference = checked_.references.find(expr.id);
  if (reference == checked_.references.end()) return {};
  if (call.target == nullptr || reference->second.without_target)
    return OverloadsCost(expr, reference->second, nullptr, arguments, costs);
  const Range target_cost = Cost(*call.target);
  const Operand target = OperandOf(*call.target);
  return target_cost + OverloadsCost(expr, reference->second, &target, arguments, costs);
}

Range Estimator::DynCost(const Expr& expr, const Call& call) {
  const Range cost = Cost(*call.arguments[0]);
  if (follows_values()) CopySizes(expr, *call.arguments[0]);
  return Fixed(1) + cost;
}

// Returns the union of the overloads' costs.
Range Estimator::OverloadsCost(const Expr& expr, const Reference& reference, const Operand* target,
                               std::span<const Operand> arguments, std::span<const Range> costs) {
  if (reference.overloads.empty()) return {};
  Range cost = kNone;
  MaybeSize size;
  for (const std::string_view overload : reference.overloads) {
    const CallSite site{reference.function->name, overload, target, arguments, sizes_, minor_};
    const CallEstimate estimate = FunctionCost({expr, site, costs});
    cost = cost | estimate.cost;
    if (estimate.size) size = size ? *size | *estimate.size : *estimate.size;
    const bool list = overload == "index_list";
    if ((list || overload == "index_map") && !arguments.empty()) {
      const MaybeEntry entry = EntryOf(*arguments[0].expr);
      size = entry ? MaybeSize(entry->value) : std::nullopt;
      PartOf(expr).path = PathOf(*arguments[0].expr).Append(list ? "@items" : "@values", arena_);
    }
    if (!size && follows_values()) size = SizeOf(expr);
  }
  if (size) PartOf(expr).size = size;
  return cost;
}

Range Estimator::ListCost(const Expr& expr, const List& list) {
  Range cost;
  Range value = list.elements.empty() ? Range() : kNone;
  for (const Expr* element : list.elements) {
    cost = cost + Cost(*element);
    value = value | SizeOrUnknown(*element);
  }
  if (follows_values()) PartOf(expr).entry = EntrySize{TypeKind::kList, Fixed(1), value};
  return cost + kListBase;
}

Range Estimator::MapCost(const Expr& expr, const Map& map) {
  Range cost;
  Range key = map.entries.empty() ? Range() : kNone;
  Range value = key;
  for (const Entry& entry : map.entries) {
    cost = cost + Cost(*entry.key);
    cost = cost + Cost(*entry.value);
    key = key | SizeOrUnknown(*entry.key);
    value = value | SizeOrUnknown(*entry.value);
  }
  if (follows_values()) PartOf(expr).entry = EntrySize{TypeKind::kMap, key, value};
  return cost + kMapBase;
}

Range Estimator::MessageCost(const Message& message) {
  Range cost;
  for (const Entry& field : message.fields) cost = cost + Cost(*field.value);
  return cost + kMessageBase;
}

Range Estimator::LoopCost(const Expr& expr, const Comprehension& loop) {
  Range cost = Cost(*loop.range);
  cost = cost + Cost(*loop.init);
  if (follows_values()) PushLocal(loop.accumulator, *loop.init);
  const bool two = follows_values() && !loop.second_variable.empty();
  PushIterated(loop.variable, *loop.range, two ? Iterated::kKey : Iterated::kSingle);
  if (two) PushIterated(loop.second_variable, *loop.range, Iterated::kValue);
  const Range condition = Cost(*loop.condition);
  const Range step = Cost(*loop.step);
  Pop(loop.variable);
  if (two) Pop(loop.second_variable);
  cost = cost + Cost(*loop.result);
  if (follows_values()) Pop(loop.accumulator);
  const Range count = SizeOrUnknown(*loop.range);
  SetLoopSize(expr, loop, count);
  if (estimates_ != nullptr) (*estimates_)[static_cast<std::size_t>(expr.id)].steps = count;
  return cost + count * (step + condition);
}

void Estimator::SetLoopSize(const Expr& expr, const Comprehension& loop, Range count) {
  if (!follows_values()) {
    if (minor_ >= kKnowsLoops) PartOf(expr).size = count;
  } else if (std::holds_alternative<Constant>(loop.init->node)) {
    if (const MaybeSize size = SizeOf(*loop.init)) PartOf(expr).size = size;
  } else if (std::holds_alternative<List>(loop.init->node) || std::holds_alternative<Map>(loop.init->node)) {
    PartOf(expr).size = count;
    if (const MaybeEntry entry = EntryOf(*loop.step)) PartOf(expr).entry = entry;
  }
}

Range Estimator::BindCost(const Expr& expr, const Comprehension& loop) {
  Range cost = Cost(*loop.range);
  cost = cost + Cost(*loop.init);
  PushLocal(loop.accumulator, *loop.init);
  cost = cost + Cost(*loop.result);
  Pop(loop.accumulator);
  CopySizes(expr, *loop.result);
  return cost;
}

Range EstimateCost(const Expr& root, const Checked& checked, const Sizes& sizes, int minor, base::Arena& arena) {
  return Estimator(checked, sizes, minor, arena).Cost(root);
}

std::vector<PartEstimate> EstimateParts(const Expr& root, const Checked& checked, const Sizes& sizes, int minor,
                                        base::Arena& arena) {
  std::vector<PartEstimate> estimates(checked.types.size());
  Estimator(checked, sizes, minor, arena, &estimates).Cost(root);
  return estimates;
}

}  // namespace structural::cel::cost
