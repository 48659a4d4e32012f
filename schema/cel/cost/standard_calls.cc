// Upstream: cel-go checker/cost.go functionCost (v0.29.2).
#include <iterator>

#include "schema/cel/cost/estimator.h"

namespace structural::cel::cost {
namespace {

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

// Sorted by overload.
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

Range KnownSize(const Operand& operand) { return operand.size.value_or(kUnknown); }

Range Scanned(const Operand& operand) { return KnownSize(operand) * kStringFactor; }

// Multiplies like Go: an overflow wraps around.
Range Times(Range size, std::uint64_t min, std::uint64_t max) { return {size.min * min, size.max * max}; }

// Counts one more character than the text has, so that an expensive pattern is not free for an empty text.
std::optional<Range> MatchCost(const CallSite& call) {
  const bool on_text = call.overload == "matches_string";
  if (on_text != (call.target != nullptr) || call.arguments.size() != (on_text ? 1 : 2)) return std::nullopt;
  const Operand& text = on_text ? *call.target : call.arguments[0];
  const Operand& pattern = call.arguments[on_text ? 0 : 1];
  return (KnownSize(text) + Fixed(1)) * kStringFactor * (KnownSize(pattern) * kRegexpFactor);
}

// A comparison reads at most as many characters as the shorter text has.
Range CompareCost(const CallSite& call) {
  const std::uint64_t most = std::min(KnownSize(call.arguments[0]).max, KnownSize(call.arguments[1]).max);
  return Range{most > 0 ? std::uint64_t{1} : 0, most} * kStringFactor;
}

}  // namespace

CallEstimate Estimator::FunctionCost(const PricedCall& call) {
  Range arguments;
  for (const Range cost : call.costs) arguments = arguments + cost;
  if (const auto known = EstimateCall(call.site))
    return {known->cost + arguments, minor_ < kKnowsResults ? MaybeSize() : known->size};
  if (const auto standard = StandardCost(call, arguments)) return *standard;
  return {Fixed(1) + arguments};
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
      if (target == nullptr && minor_ < kPlainMatches) return std::nullopt;
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
  if (minor_ < kKnowsResults) return scan;
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
  PartOf(to).entry = EntrySize{of_a->container, of_a->key | of_b->key, of_a->value | of_b->value};
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
  return {(list ? Fixed(1) : size * kStringFactor) + arguments, size};
}

}  // namespace structural::cel::cost
