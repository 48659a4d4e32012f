#include "schema/cel/cost/estimator.h"

#include <iterator>
#include <optional>

#include "schema/base/utf8.h"
#include "schema/cel/functions.h"

namespace structural::cel::cost {
namespace {

constexpr Range kSelect = FixedRange(1);

// Whether the loop has no steps and only gives its accumulator a value, like the loops of optMap and sortBy.
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
      properties_(checked.types.size()) {}

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
    return tracks_value_sizes() && IsBind(**loop) ? BindCost(expr, **loop) : LoopCost(expr, **loop);
  }
  return {};
}

Range Estimator::IdentCost(const Expr& expr, std::string_view name) {
  const LocalVariable* local = FindLocal(name);
  PropertiesOf(expr).path = local == nullptr ? Path::Of(name, arena_) : local->path;
  return kSelect;
}

Range Estimator::SelectCost(const Expr& expr, const Select& select) {
  if (select.test_only && minor_ < kSinceHasOperandCost) return {};
  Range cost = Cost(*select.operand);
  if (select.test_only) return minor_ < kSinceFreeHas ? cost + kSelect : cost;
  const TypeKind kind = TypeOf(*select.operand).kind;
  if (kind == TypeKind::kMap || kind == TypeKind::kStruct || kind == TypeKind::kParameter) cost = cost + kSelect;
  PropertiesOf(expr).path = PathOf(*select.operand).Append(select.field, arena_);
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
  if (call.target == nullptr || reference->second.target_is_in_name)
    return OverloadsCost(expr, reference->second, nullptr, arguments, costs);
  const Range target_cost = Cost(*call.target);
  const Operand target = OperandOf(*call.target);
  return target_cost + OverloadsCost(expr, reference->second, &target, arguments, costs);
}

Range Estimator::DynCost(const Expr& expr, const Call& call) {
  const Range cost = Cost(*call.arguments[0]);
  if (tracks_value_sizes()) CopySizes(expr, *call.arguments[0]);
  return FixedRange(1) + cost;
}

// Returns the range of the costs of all candidate overloads.
Range Estimator::OverloadsCost(const Expr& expr, const Reference& reference, const Operand* target,
                               std::span<const Operand> arguments, std::span<const Range> costs) {
  if (reference.overloads.empty()) return {};
  Range cost = kEmptyRange;
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
      PropertiesOf(expr).path = PathOf(*arguments[0].expr).Append(list ? "@items" : "@values", arena_);
    }
    if (!size && tracks_value_sizes()) size = SizeOf(expr);
  }
  if (size) PropertiesOf(expr).size = size;
  return cost;
}

Range Estimator::ListCost(const Expr& expr, const List& list) {
  Range cost;
  Range value = list.elements.empty() ? Range() : kEmptyRange;
  for (const Expr* element : list.elements) {
    cost = cost + Cost(*element);
    value = value | SizeOrUnknown(*element);
  }
  if (tracks_value_sizes()) PropertiesOf(expr).entry = EntrySize{TypeKind::kList, FixedRange(1), value};
  return cost + kListBase;
}

Range Estimator::MapCost(const Expr& expr, const Map& map) {
  Range cost;
  Range key = map.entries.empty() ? Range() : kEmptyRange;
  Range value = key;
  for (const Entry& entry : map.entries) {
    cost = cost + Cost(*entry.key);
    cost = cost + Cost(*entry.value);
    key = key | SizeOrUnknown(*entry.key);
    value = value | SizeOrUnknown(*entry.value);
  }
  if (tracks_value_sizes()) PropertiesOf(expr).entry = EntrySize{TypeKind::kMap, key, value};
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
  if (tracks_value_sizes()) PushLocal(loop.accumulator, *loop.init);
  const bool two = tracks_value_sizes() && !loop.second_variable.empty();
  PushLoopVariable(loop.variable, *loop.range, two ? LoopVariableRole::kKey : LoopVariableRole::kOnlyVariable);
  if (two) PushLoopVariable(loop.second_variable, *loop.range, LoopVariableRole::kValue);
  const Range condition = Cost(*loop.condition);
  const Range step = Cost(*loop.step);
  PopLocal(loop.variable);
  if (two) PopLocal(loop.second_variable);
  cost = cost + Cost(*loop.result);
  if (tracks_value_sizes()) PopLocal(loop.accumulator);
  const Range count = SizeOrUnknown(*loop.range);
  SetLoopSize(expr, loop, count);
  if (estimates_ != nullptr) (*estimates_)[static_cast<std::size_t>(expr.id)].steps = count;
  return cost + count * (step + condition);
}

void Estimator::SetLoopSize(const Expr& expr, const Comprehension& loop, Range count) {
  if (!tracks_value_sizes()) {
    if (minor_ >= kSinceLoopSizes) PropertiesOf(expr).size = count;
  } else if (std::holds_alternative<Constant>(loop.init->node)) {
    if (const MaybeSize size = SizeOf(*loop.init)) PropertiesOf(expr).size = size;
  } else if (std::holds_alternative<List>(loop.init->node) || std::holds_alternative<Map>(loop.init->node)) {
    PropertiesOf(expr).size = count;
    if (const MaybeEntry entry = EntryOf(*loop.step)) PropertiesOf(expr).entry = entry;
  }
}

Range Estimator::BindCost(const Expr& expr, const Comprehension& loop) {
  Range cost = Cost(*loop.range);
  cost = cost + Cost(*loop.init);
  PushLocal(loop.accumulator, *loop.init);
  cost = cost + Cost(*loop.result);
  PopLocal(loop.accumulator);
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

namespace {

// The part of Estimator that tracks sizes of values and of loop variables.

std::uint64_t Runes(std::string_view text) {
  std::uint64_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(static_cast<std::size_t>(base::DecodeRune(text).size));
    ++count;
  }
  return count;
}

// Returns the size of a literal; nullopt for other expressions.
std::optional<Range> LiteralSize(const Expr& expr, int minor) {
  if (const List* list = std::get_if<List>(&expr.node)) return FixedRange(list->elements.size());
  if (const Map* map = std::get_if<Map>(&expr.node)) return FixedRange(map->entries.size());
  const Constant* constant = std::get_if<Constant>(&expr.node);
  if (constant == nullptr) return std::nullopt;
  if (const auto* text = std::get_if<std::string_view>(constant))
    return FixedRange(minor < kSinceRuneSizes ? text->size() : Runes(*text));
  if (const auto* bytes = std::get_if<Bytes>(constant)) return FixedRange(bytes->value.size());
  return FixedRange(1);
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
  return false;
}

bool IsScalarOrOptional(const Type& type) {
  const Type* wrapped = UnwrapOptional(type);
  return wrapped == nullptr ? IsScalar(type) : IsScalarOrOptional(*wrapped);
}

bool IsAccumulator(std::string_view name) { return name == "@result" || name == "__result__"; }

}  // namespace

// Returns the variable's name as the checker resolved it, because the checker can treat a name with dots as one
// variable.
std::string_view Estimator::NameOf(const Expr& expr) const {
  const Ident* ident = std::get_if<Ident>(&expr.node);
  if (ident == nullptr && !std::holds_alternative<Select>(expr.node)) return {};
  const auto reference = checked_.references.find(expr.id);
  if (reference != checked_.references.end() && !reference->second.name.empty()) return reference->second.name;
  return ident == nullptr ? std::string_view() : ident->name;
}

const Type& Estimator::TypeOf(const Expr& expr) const {
  const Type* type = checked_.types[expr.id];
  return type == nullptr ? BasicType(TypeKind::kDyn) : *type;
}

Path Estimator::PathOf(const Expr& expr) const {
  const std::string_view name = NameOf(expr);
  const LocalVariable* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? properties_[expr.id].path : local->path;
}

Operand Estimator::OperandOf(const Expr& expr) {
  Path path = PathOf(expr);
  if (!path.names().empty() && IsAccumulator(path.names()[0])) path = {};
  return {&expr, &TypeOf(expr), path, SizeOf(expr)};
}

std::optional<Range> Estimator::SizeOf(const Expr& expr) {
  KnownProperties& part = PropertiesOf(expr);
  if (part.size) return part.size;
  if (const MaybeSize size = LiteralSize(expr, minor_)) return size;
  const Path path = PathOf(expr);
  if (!path.names().empty()) {
    const auto max = sizes_.MaxSize(path.names());
    if (max) return part.size = Range{0, *max};
  }
  const Type& type = TypeOf(expr);
  if (tracks_value_sizes() ? IsScalarOrOptional(type) : IsScalar(type)) return FixedRange(1);
  const std::string_view name = NameOf(expr);
  const LocalVariable* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? std::nullopt : local->size;
}

std::optional<EntrySize> Estimator::EntryOf(const Expr& expr) const {
  if (properties_[expr.id].entry) return properties_[expr.id].entry;
  const std::string_view name = NameOf(expr);
  const LocalVariable* local = name.empty() ? nullptr : FindLocal(name);
  return local == nullptr ? std::nullopt : local->entry;
}

void Estimator::CopySizes(const Expr& to, const Expr& from) {
  if (const MaybeSize size = SizeOf(from)) PropertiesOf(to).size = size;
  if (const MaybeEntry entry = EntryOf(from)) PropertiesOf(to).entry = entry;
}

void Estimator::PushLoopVariable(std::string_view name, const Expr& range, LoopVariableRole what) {
  const MaybeEntry entry = EntryOf(range);
  const bool list = (entry ? entry->container : TypeOf(range).kind) == TypeKind::kList;
  const bool value = what == LoopVariableRole::kValue || (what == LoopVariableRole::kOnlyVariable && list);
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

const Estimator::LocalVariable* Estimator::FindLocal(std::string_view name) const {
  for (auto local = locals_.rbegin(); local != locals_.rend(); ++local) {
    if (local->name == name) return &*local;
  }
  return nullptr;
}

void Estimator::PopLocal(std::string_view name) {
  for (auto local = locals_.end(); local != locals_.begin();) {
    if ((--local)->name != name) continue;
    locals_.erase(local);
    return;
  }
}

namespace {

// Upstream: cel-go checker/cost.go functionCost (v0.29.2).

// The formula for the cost of an overload. Overloads without a row have a constant cost.
enum class Formula {
  kFormat,
  kStringToBytes,
  kBytesToString,
  kQuote,
  kPrefix,
  kInList,
  kMatches,
  kContains,
  kLogical,
  kConditional,
  kAdd,
  kCompare,
};

struct OverloadRow {
  std::string_view overload;
  Formula formula;
};

// The rows are sorted by overload, for binary search.
constexpr OverloadRow kOverloadRows[] = {
    {"add_bytes", Formula::kAdd},
    {"add_list", Formula::kAdd},
    {"add_string", Formula::kAdd},
    {"bytes_to_string", Formula::kBytesToString},
    {"conditional", Formula::kConditional},
    {"contains_string", Formula::kContains},
    {"ends_with_string", Formula::kPrefix},
    {"equals", Formula::kCompare},
    {"greater_bytes", Formula::kCompare},
    {"greater_equals_bytes", Formula::kCompare},
    {"greater_equals_string", Formula::kCompare},
    {"greater_string", Formula::kCompare},
    {"in_list", Formula::kInList},
    {"less_bytes", Formula::kCompare},
    {"less_equals_bytes", Formula::kCompare},
    {"less_equals_string", Formula::kCompare},
    {"less_string", Formula::kCompare},
    {"logical_and", Formula::kLogical},
    {"logical_or", Formula::kLogical},
    {"matches", Formula::kMatches},
    {"matches_string", Formula::kMatches},
    {"not_equals", Formula::kCompare},
    {"starts_with_string", Formula::kPrefix},
    {"string_format", Formula::kFormat},
    {"string_to_bytes", Formula::kStringToBytes},
    {"strings_quote", Formula::kQuote},
};
static_assert(std::ranges::is_sorted(kOverloadRows, {}, &OverloadRow::overload));

const OverloadRow* FindOverload(std::string_view overload) {
  const auto* row = std::ranges::lower_bound(kOverloadRows, overload, {}, &OverloadRow::overload);
  return row != std::end(kOverloadRows) && row->overload == overload ? row : nullptr;
}

Range KnownSize(const Operand& operand) { return operand.size.value_or(kUnknownRange); }

Range Scanned(const Operand& operand) { return KnownSize(operand) * kStringFactor; }

// Multiplies like Go: an overflow wraps around.
Range Times(Range size, std::uint64_t min, std::uint64_t max) { return {size.min * min, size.max * max}; }

// Returns the cost of a match. Counts one character more than the text has, so that an expensive pattern has a cost for
// an empty text, too.
std::optional<Range> MatchCost(const CallSite& call) {
  const bool on_text = call.overload == "matches_string";
  if (on_text != (call.target != nullptr) || call.arguments.size() != (on_text ? 1 : 2)) return std::nullopt;
  const Operand& text = on_text ? *call.target : call.arguments[0];
  const Operand& pattern = call.arguments[on_text ? 0 : 1];
  return (KnownSize(text) + FixedRange(1)) * kStringFactor * (KnownSize(pattern) * kRegexpFactor);
}

// Returns the cost of a comparison, which reads at most as many characters as the shorter text has.
Range CompareCost(const CallSite& call) {
  const std::uint64_t max = std::min(KnownSize(call.arguments[0]).max, KnownSize(call.arguments[1]).max);
  return Range{max > 0 ? std::uint64_t{1} : 0, max} * kStringFactor;
}

}  // namespace

CallEstimate Estimator::FunctionCost(const PricedCall& call) {
  Range arguments;
  for (const Range cost : call.costs) arguments = arguments + cost;
  if (const auto known = EstimateCall(call.site))
    return {known->cost + arguments, minor_ < kSinceResultSizes ? MaybeSize() : known->size};
  if (const auto standard = StandardCost(call, arguments)) return *standard;
  return {FixedRange(1) + arguments};
}

std::optional<CallEstimate> Estimator::StandardCost(const PricedCall& call, Range arguments) {
  const OverloadRow* row = FindOverload(call.site.overload);
  if (row == nullptr) return std::nullopt;
  const auto& given = call.site.arguments;
  const Operand* target = call.site.target;
  switch (row->formula) {
    case Formula::kLogical: return CallEstimate{{call.costs[0].min, Add(call.costs[0].max, call.costs[1].max)}};
    case Formula::kConditional: return ConditionalCost(call);
    case Formula::kCompare: return CallEstimate{CompareCost(call.site) + arguments};
    case Formula::kMatches: {
      if (target == nullptr && minor_ < kSinceGlobalMatches) return std::nullopt;
      const auto cost = MatchCost(call.site);
      if (!cost) return std::nullopt;
      return CallEstimate{*cost + arguments};
    }
    case Formula::kAdd:
      if (given.size() != 2) return std::nullopt;
      return AddCost(call, arguments);
    case Formula::kInList:
      if (given.size() != 2) return std::nullopt;
      return CallEstimate{KnownSize(given[1]) * 1.0 + arguments};
    case Formula::kContains:
      if (target == nullptr || given.size() != 1) return std::nullopt;
      return CallEstimate{Scanned(*target) * Scanned(given[0]) + arguments};
    case Formula::kFormat:
      if (target == nullptr) return std::nullopt;
      return CallEstimate{Scanned(*target) + arguments};
    default: break;
  }
  if (given.size() != 1) return std::nullopt;
  const Range size = KnownSize(given[0]);
  CallEstimate scan{Scanned(given[0]) + arguments};
  if (minor_ < kSinceResultSizes) return scan;
  if (row->formula == Formula::kStringToBytes) scan.size = Times(size, 1, 4);
  if (row->formula == Formula::kBytesToString) scan.size = Range{size.min / 4, size.max};
  if (row->formula == Formula::kQuote) {
    const Range doubled = Times(size, 1, 2);
    scan.size = Range{doubled.min + 2, doubled.max + 2};
  }
  return scan;
}

void Estimator::JoinEntries(const Expr& to, const Operand& a, const Operand& b) {
  const MaybeEntry of_a = EntryOf(*a.expr), of_b = EntryOf(*b.expr);
  if (!of_a || !of_b) return;
  PropertiesOf(to).entry = EntrySize{of_a->container, of_a->key | of_b->key, of_a->value | of_b->value};
}

CallEstimate Estimator::ConditionalCost(const PricedCall& call) {
  const Operand& yes = call.site.arguments[1];
  const Operand& no = call.site.arguments[2];
  JoinEntries(call.expr, yes, no);
  return {call.costs[0] + (call.costs[1] | call.costs[2]), KnownSize(yes) | KnownSize(no)};
}

CallEstimate Estimator::AddCost(const PricedCall& call, Range arguments) {
  const Operand& left = call.site.arguments[0];
  const Operand& right = call.site.arguments[1];
  JoinEntries(call.expr, left, right);
  const Range size = KnownSize(left) + KnownSize(right);
  const bool list = call.site.overload == "add_list";
  return {(list ? FixedRange(1) : size * kStringFactor) + arguments, size};
}

}  // namespace structural::cel::cost
