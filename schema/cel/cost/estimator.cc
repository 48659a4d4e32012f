#include "schema/cel/cost/estimator.h"

#include "schema/base/utf8.h"
#include "schema/cel/functions.h"

namespace structural::cel::cost {
namespace {

constexpr Range kSelect = Fixed(1);

std::uint64_t Runes(std::string_view text) {
  std::uint64_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(static_cast<std::size_t>(base::DecodeRune(text).size));
    ++count;
  }
  return count;
}

// Of what is written out.
std::optional<Range> LiteralSize(const Expr& expr) {
  if (const List* list = std::get_if<List>(&expr.node)) return Fixed(list->elements.size());
  if (const Map* map = std::get_if<Map>(&expr.node)) return Fixed(map->entries.size());
  const Constant* constant = std::get_if<Constant>(&expr.node);
  if (constant == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<std::string_view>(constant)) return Fixed(Runes(*text));
  if (const auto* bytes = std::get_if<Bytes>(constant)) return Fixed(bytes->value.size());
  return Fixed(1);
}

bool IsScalar(const Type& type) {
  switch (type.kind) {
    case TypeKind::kBool:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kInt:
    case TypeKind::kTimestamp:
    case TypeKind::kUint: return true;
    default: break;
  }
  const Type* wrapped = OptionalOf(type);
  return wrapped != nullptr && IsScalar(*wrapped);
}

bool IsAccumulator(std::string_view name) { return name == "@result" || name == "__result__"; }

// A loop that only gives its accumulator a name.
bool IsBind(const Comprehension& loop) {
  const List* list = std::get_if<List>(&loop.range->node);
  const Constant* condition = std::get_if<Constant>(&loop.condition->node);
  return list != nullptr && list->elements.empty() && condition != nullptr &&
         *condition == Constant(false) && loop.accumulator != "__result__";
}

}  // namespace

Estimator::Estimator(const Checked& checked, const Sizes& sizes, base::Arena& arena)
    : checked_(checked), sizes_(sizes), arena_(arena), parts_(checked.types.size()) {}

Range Estimator::Cost(const Expr& expr) {
  if (const std::string_view name = NameOf(expr); !name.empty()) return IdentCost(expr, name);
  if (const Select* select = std::get_if<Select>(&expr.node)) return SelectCost(expr, *select);
  if (const Call* call = std::get_if<Call>(&expr.node)) return CallCost(expr, *call);
  if (const List* list = std::get_if<List>(&expr.node)) return ListCost(expr, *list);
  if (const Map* map = std::get_if<Map>(&expr.node)) return MapCost(expr, *map);
  if (const Message* message = std::get_if<Message>(&expr.node)) return MessageCost(*message);
  if (const auto* loop = std::get_if<const Comprehension*>(&expr.node)) {
    return IsBind(**loop) ? BindCost(expr, **loop) : LoopCost(expr, **loop);
  }
  return {};
}

Range Estimator::IdentCost(const Expr& expr, std::string_view name) {
  const Local* local = FindLocal(name);
  PartOf(expr).path = local == nullptr ? Path::Of(name, arena_) : local->path;
  return kSelect;
}

Range Estimator::SelectCost(const Expr& expr, const Select& select) {
  Range cost = Cost(*select.operand);
  if (select.test_only) return cost;
  const TypeKind kind = TypeOf(*select.operand).kind;
  if (kind == TypeKind::kMap || kind == TypeKind::kStruct || kind == TypeKind::kParameter)
    cost = cost + kSelect;
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
  CopySizes(expr, *call.arguments[0]);
  return Fixed(1) + cost;
}

// As much as the dearest of the overloads, and as little as the cheapest.
Range Estimator::OverloadsCost(const Expr& expr, const Reference& reference, const Operand* target,
                               std::span<const Operand> arguments, std::span<const Range> costs) {
  if (reference.overloads.empty()) return {};
  Range cost = kNone;
  MaybeSize size;
  for (const std::string_view overload : reference.overloads) {
    const CallSite site{reference.function->name, overload, target, arguments, sizes_};
    const CallEstimate estimate = FunctionCost({expr, site, costs});
    cost = cost | estimate.cost;
    if (estimate.size) size = size ? *size | *estimate.size : *estimate.size;
    const bool list = overload == "index_list";
    if ((list || overload == "index_map") && !arguments.empty()) {
      const MaybeEntry entry = EntryOf(*arguments[0].expr);
      size = entry ? MaybeSize(entry->value) : std::nullopt;
      PartOf(expr).path =
          PathOf(*arguments[0].expr).Append(list ? "@items" : "@values", arena_);
    }
    if (!size) size = SizeOf(expr);
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
  PartOf(expr).entry = EntrySize{TypeKind::kList, Fixed(1), value};
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
  PartOf(expr).entry = EntrySize{TypeKind::kMap, key, value};
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
  PushLocal(loop.accumulator, *loop.init);
  const bool two = !loop.second_variable.empty();
  PushIterated(loop.variable, *loop.range, two ? Iterated::kKey : Iterated::kSingle);
  if (two) PushIterated(loop.second_variable, *loop.range, Iterated::kValue);
  const Range condition = Cost(*loop.condition);
  const Range step = Cost(*loop.step);
  Pop(loop.variable);
  if (two) Pop(loop.second_variable);
  cost = cost + Cost(*loop.result);
  Pop(loop.accumulator);
  const Range count = SizeOrUnknown(*loop.range);
  SetLoopSize(expr, loop, count);
  return cost + count * (step + condition);
}

void Estimator::SetLoopSize(const Expr& expr, const Comprehension& loop, Range count) {
  if (std::holds_alternative<Constant>(loop.init->node)) {
    if (const MaybeSize size = SizeOf(*loop.init)) PartOf(expr).size = size;
  } else if (std::holds_alternative<List>(loop.init->node) ||
             std::holds_alternative<Map>(loop.init->node)) {
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

// The checker may have found that a name with dots is one name.
std::string_view Estimator::NameOf(const Expr& expr) const {
  const Ident* ident = std::get_if<Ident>(&expr.node);
  if (ident == nullptr && !std::holds_alternative<Select>(expr.node)) return {};
  const auto reference = checked_.references.find(expr.id);
  if (reference != checked_.references.end() && !reference->second.name.empty())
    return reference->second.name;
  return ident == nullptr ? std::string_view() : ident->name;
}

const Type& Estimator::TypeOf(const Expr& expr) const {
  const Type* type = checked_.types[expr.id];
  return type == nullptr ? BasicType(TypeKind::kDyn) : *type;
}

Path Estimator::PathOf(const Expr& expr) const {
  const std::string_view name = NameOf(expr);
  const Local* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? parts_[expr.id].path : local->path;
}

Operand Estimator::OperandOf(const Expr& expr) {
  Path path = PathOf(expr);
  if (!path.names().empty() && IsAccumulator(path.names()[0])) path = {};
  return {&expr, &TypeOf(expr), path, SizeOf(expr)};
}

std::optional<Range> Estimator::SizeOf(const Expr& expr) {
  Part& part = PartOf(expr);
  if (part.size) return part.size;
  if (const MaybeSize size = LiteralSize(expr)) return size;
  const Path path = PathOf(expr);
  if (!path.names().empty()) {
    const auto most = sizes_.Most(path.names());
    if (most) return part.size = Range{0, *most};
  }
  if (IsScalar(TypeOf(expr))) return Fixed(1);
  const std::string_view name = NameOf(expr);
  const Local* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? std::nullopt : local->size;
}

std::optional<EntrySize> Estimator::EntryOf(const Expr& expr) const {
  if (parts_[expr.id].entry) return parts_[expr.id].entry;
  const std::string_view name = NameOf(expr);
  const Local* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? std::nullopt : local->entry;
}

void Estimator::CopySizes(const Expr& to, const Expr& from) {
  if (const MaybeSize size = SizeOf(from)) PartOf(to).size = size;
  if (const MaybeEntry entry = EntryOf(from)) PartOf(to).entry = entry;
}

void Estimator::PushIterated(std::string_view name, const Expr& range, Iterated what) {
  const MaybeEntry entry = EntryOf(range);
  const bool list =
      (entry ? entry->container : TypeOf(range).kind) == TypeKind::kList;
  const bool value = what == Iterated::kValue || (what == Iterated::kSingle && list);
  std::string_view below = list ? "@indices" : "@keys";
  if (value) below = list ? "@items" : "@values";
  MaybeSize size;
  if (entry) size = value ? entry->value : entry->key;
  locals_.push_back({name, PathOf(range).Append(below, arena_), size, std::nullopt});
}

void Estimator::PushLocal(std::string_view name, const Expr& expr) {
  const MaybeEntry entry = EntryOf(expr);
  locals_.push_back({name, PathOf(expr), SizeOf(expr), entry});
}

const Estimator::Local* Estimator::FindLocal(std::string_view name) const {
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if (local->name == name) return &*local;
  }
  return nullptr;
}

void Estimator::Pop(std::string_view name) {
  for (auto local = locals_.end(); local != locals_.begin();) {
    if ((--local)->name != name) continue;
    locals_.erase(local);
    return;
  }
}

Range EstimateCost(const Expr& root, const Checked& checked, const Sizes& sizes,
                   base::Arena& arena) {
  return Estimator(checked, sizes, arena).Cost(root);
}

}  // namespace structural::cel::cost
