#include "schema/compare/obligations.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_set>

#include "schema/base/quote.h"
#include "schema/base/stack.h"
#include "schema/base/text.h"
#include "schema/compare/newly_refused_values.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/go/pattern.h"
#include "schema/json/identity.h"
#include "schema/json/write.h"
#include "schema/kubernetes/format.h"
#include "schema/kubernetes/print.h"

namespace structural::compare {
namespace {

// Number of hints after which no values of further enums are added
constexpr std::size_t kMaxEnumHints = 100;

// Returns the strictest limit among the checks of a place, as text; empty if no check has the limit. `min`: whether it
// is a minimum.
template <typename T>
std::string LimitText(const Conjuncts& conjuncts, std::optional<T> objects::Limits::*limit, bool min) {
  std::optional<T> bound;
  for (const objects::Checks* each : conjuncts.all) {
    if (each->limits == nullptr || !(each->limits->*limit)) continue;
    const T found = *(each->limits->*limit);
    if (!bound || (min ? found > *bound : found < *bound)) bound = found;
  }
  if (!bound) return {};
  if constexpr (std::is_same_v<T, double>)
    return kubernetes::PrintFloat(*bound);
  else
    return std::to_string(*bound);
}

// The check of the obligations of one place, keyword by keyword. In its members, `now` is the range that `from`
// accepts, and `then` is the range that `to` accepts.
class PlaceCheck {
 public:
  PlaceCheck(const PlacePair& places, Obligations& out)
      : from_(places.from),
        to_(places.to),
        now_(KnownRangesOf(places.known == nullptr ? places.from : WithCheck(places.from, *places.known))),
        then_(RangesOf(places.to)),
        out_(out) {
    now_.kinds &= places.kinds;
  }

  void Check();

 private:
  void CheckTypes();
  void CheckSizes(const IntRange& now, const IntRange& then, const crd::SizeKeyword& min, const crd::SizeKeyword& max);
  void CheckInts();
  void CheckReals();
  void CheckBound(bool min, std::string hint);
  void CheckMultiples();
  void CheckTexts();
  void CheckEnums();

  const Conjuncts& from_;
  const Conjuncts& to_;
  Ranges now_;
  const Ranges then_;
  Obligations& out_;
};

// PlaceCheck: the obligations of limits on numbers, which are bounds and multipleOf.

using objects::Checks;

std::string DoubleText(double value) {
  std::string text;
  json::AppendJson(json::Value::Double(value), text);
  return text;
}

// Returns a double just beyond a bound, as JSON, if the range `within` contains one; otherwise returns the bound
// itself. `step`: 1 or -1, the direction beyond the bound.
std::string HintBeyond(double bound, double step, const RealRange& within) {
  for (const double near : {bound, bound + step, bound + step / 2}) {
    const bool inside = near >= within.min && near <= within.max;
    if (inside && (near != bound)) return DoubleText(near);
  }
  return DoubleText(bound);
}

bool IsMultipleToo(double factor, double by, unsigned kinds) {
  if (factor == by) return true;
  constexpr double kMax = 1e15;
  const bool whole = std::trunc(factor) == factor && std::trunc(by) == by && by >= 1 && factor < kMax;
  return whole && (kinds & kFractions) == 0 && std::fmod(factor, by) == 0;
}

// Records the keyword of `to` that refuses numbers which `from` accepts. If the bounds (minimum or maximum) differ,
// this is the bound. Otherwise it is exclusiveMinimum or exclusiveMaximum or, if `to` has none, the format.
void PlaceCheck::CheckBound(bool min, std::string hint) {
  const auto limit = min ? &objects::Limits::minimum : &objects::Limits::maximum;
  const std::string before = LimitText(from_, limit, min), after = LimitText(to_, limit, min);
  const auto exclusive = min ? &objects::Limits::exclusive_minimum : &objects::Limits::exclusive_maximum;
  const bool is_exclusive = std::ranges::any_of(
      to_.all, [&](const Checks* each) { return each->limits != nullptr && each->limits->*exclusive; });
  std::string_view keyword = min ? "minimum" : "maximum";
  if (before == after && is_exclusive) keyword = min ? "exclusiveMinimum" : "exclusiveMaximum";
  if (before == after && !is_exclusive) keyword = "format";
  out_.AddUnproved(keyword, [&](UnprovedObligation& to) {
    to.before = before;
    to.after = after;
    if (keyword.starts_with("exclusive")) to.before = "", to.after = "true";
    to.hints.push_back(std::move(hint));
  });
}

void PlaceCheck::CheckInts() {
  const IntRange &now = now_.ints, &then = then_.ints;
  if (now.min > now.max) return;
  if (then.min > now.min) CheckBound(true, std::to_string(std::min(then.min - 1, now.max)));
  if (then.max < now.max) CheckBound(false, std::to_string(std::max(then.max + 1, now.min)));
}

void PlaceCheck::CheckReals() {
  const bool whole = (now_.kinds & kFractions) == 0;
  const RealRange now = whole ? now_.reals.Integers() : now_.reals;
  const RealRange then = whole ? then_.reals.Integers() : then_.reals;
  if (now.min > now.max) return;
  const bool below = then.min > now.min || (then.min == now.min && then.is_min_exclusive && !now.is_min_exclusive);
  const bool above = then.max < now.max || (then.max == now.max && then.is_max_exclusive && !now.is_max_exclusive);
  if (below) CheckBound(true, HintBeyond(then.min, -1, now));
  if (above) CheckBound(false, HintBeyond(then.max, 1, now));
}

void PlaceCheck::CheckMultiples() {
  for (const Checks* each : to_.all) {
    if (each->limits == nullptr || !each->limits->multiple_of) continue;
    const double by = *each->limits->multiple_of;
    const bool proved = std::ranges::any_of(from_.all, [&](const Checks* other) {
      return other->limits != nullptr && other->limits->multiple_of &&
             IsMultipleToo(*other->limits->multiple_of, by, now_.kinds);
    });
    if (proved) continue;
    out_.AddUnproved("multipleOf", [&](UnprovedObligation& to) {
      to.before = LimitText(from_, &objects::Limits::multiple_of, true);
      to.after = kubernetes::PrintFloat(by);
      to.hints = {"1", "2", "3"};
    });
  }
}

using json::Value;

constexpr std::size_t kShort = 120;
constexpr std::int64_t kLongestHint = 1000;

// Returns a value of a kind as JSON.
std::string_view SampleOf(unsigned kind) {
  switch (kind) {
    case kNull: return "null";
    case kBool: return "true";
    case kInt: return "1";
    case kIntegralDouble: return "1.0";
    case kNearInteger: return "1.0000000001";
    case kFraction: return "1.5";
    case kString: return "\"a\"";
    case kArray: return "[]";
    default: return "{}";
  }
}

std::string HintOfSize(std::int64_t size, const crd::SizeKeyword& row) {
  if (row.name == crd::kMinItems.name) return "[]";
  if (row.name == crd::kMinProperties.name) return "{}";
  if (size < 0 || size > kLongestHint) return {};
  if (row.name.ends_with("Length")) return "\"" + std::string(static_cast<std::size_t>(size), 'a') + "\"";
  return {};
}

std::string PatternText(const Conjuncts& conjuncts) {
  std::string text;
  for (const Checks* each : conjuncts.all) {
    if (!each->pattern.empty()) base::AppendItem(text, " and ", each->pattern);
  }
  return text;
}

std::string FormatText(const Conjuncts& conjuncts) {
  for (const Checks* each : conjuncts.all) {
    if (!each->format.empty()) return std::string(each->format);
  }
  return {};
}

// Whether the checks accept no string, because their pattern does not compile.
bool AcceptsNoString(const Checks* checks) {
  return !checks->pattern.empty() && !go::Pattern::Cached(checks->pattern).error().empty();
}

// Returns the values in `from` that are not in `to`.
std::vector<Value> Missing(std::span<const Value> from, std::span<const Value> to) {
  std::unordered_set<std::string> there;
  for (const Value& each : to) there.insert(json::DeepIdentity(each));
  std::vector<Value> missing;
  for (const Value& each : from) {
    if (!there.contains(json::DeepIdentity(each))) missing.push_back(each);
  }
  return missing;
}

void PlaceCheck::CheckTypes() {
  const unsigned refused = now_.kinds & ~then_.kinds;
  if (refused == 0) return;
  out_.AddUnproved(refused == kNull ? "nullable" : "type", [&](UnprovedObligation& to) {
    to.before = refused == kNull ? "true" : TypeText(from_);
    to.after = refused == kNull ? "" : TypeText(to_);
    if (to.before == to.after) to.before += " with a format, and so a list";
    for (unsigned kind = kNull; kind <= kObject; kind *= 2) {
      if ((refused & kind) != 0) to.hints.emplace_back(SampleOf(kind));
    }
  });
}

void PlaceCheck::CheckSizes(const IntRange& now, const IntRange& then, const crd::SizeKeyword& min,
                            const crd::SizeKeyword& max) {
  const auto refuse = [&](const crd::SizeKeyword& row, bool is_least, std::int64_t nearest) {
    out_.AddUnproved(row.name, [&](UnprovedObligation& to) {
      to.before = LimitText(from_, row.limit, is_least);
      to.after = LimitText(to_, row.limit, is_least);
      const std::string hint = HintOfSize(nearest, row);
      if (!hint.empty()) to.hints.push_back(hint);
    });
  };
  if (now.min > now.max) return;
  if (then.min > now.min) refuse(min, true, std::min(then.min - 1, now.max));
  if (then.max < now.max) refuse(max, false, std::max(then.max + 1, now.min));
}

void PlaceCheck::CheckTexts() {
  for (const Checks* each : to_.all) {
    if (!out_.budget().Spend(from_.all.size())) return out_.AddUnproved("limit", [](UnprovedObligation&) {});
    const auto same_pattern = [&](const Checks* other) { return other->pattern == each->pattern; };
    if (!each->pattern.empty() && std::ranges::none_of(from_.all, same_pattern)) {
      if (std::ranges::any_of(from_.all, AcceptsNoString)) return;
      out_.AddUnproved("pattern", [&](UnprovedObligation& to) {
        to.before = PatternText(from_);
        to.after = each->pattern;
        to.hints = {"\"\"",  "\"a\"", "\"A\"", "\"0\"",   "\"z\"",   "\"Z\"",
                    "\"9\"", "\"-\"", "\" \"", "\"a b\"", "\"a_b\"", "\"a.b\""};
      });
    }
    const auto same_format = [&](const Checks* other) { return other->known_format == each->known_format; };
    const bool any_text =
        each->known_format == nullptr || each->known_format->matches == kubernetes::formats::IsPassword;
    if (any_text || std::ranges::any_of(from_.all, same_format)) continue;
    out_.AddUnproved("format", [&](UnprovedObligation& to) {
      to.before = FormatText(from_);
      to.after = each->format;
      to.hints = {"\"\"", "\"a\"", "\"-\"", "\"1\""};
    });
  }
}

void PlaceCheck::CheckEnums() {
  for (const Checks* each : to_.all) {
    if (each->enumeration.empty()) continue;
    const auto within = [&](const Checks* other) {
      const bool compared =
          !other->enumeration.empty() && out_.budget().Spend(other->enumeration.size() + each->enumeration.size());
      return compared && Missing(other->enumeration, each->enumeration).empty();
    };
    if (std::ranges::any_of(from_.all, within)) continue;
    out_.AddUnproved("enum", [&](UnprovedObligation& to) {
      to.after = ShortText(each->enumeration);
      for (const Checks* other : from_.all) {
        if (other->enumeration.empty()) continue;
        if (to.hints.size() > kMaxEnumHints) break;
        to.before = ShortText(other->enumeration);
        for (const Value& value : Missing(other->enumeration, each->enumeration)) {
          json::AppendJson(value, to.hints.emplace_back());
        }
      }
      if (to.before.empty()) to.hints = {"\"\"", "\"a\"", "0", "1", "-1"};
    });
  }
}

void PlaceCheck::Check() {
  if (from_.forbidden || now_.kinds == 0) return;
  if (to_.forbidden)
    return out_.AddUnproved("additionalProperties", [](UnprovedObligation& to) { to.after = "false"; });
  CheckTypes();
  now_.kinds &= then_.kinds;
  const unsigned kinds = now_.kinds;
  if ((kinds & kInt) != 0) CheckInts();
  if ((kinds & kDoubles) != 0 && (!out_.failed() || (kinds & kInt) == 0)) CheckReals();
  if ((kinds & kNumbers) != 0) CheckMultiples();
  if ((kinds & kString) != 0) {
    CheckSizes(now_.length, then_.length, crd::kMinLength, crd::kMaxLength);
    CheckTexts();
  }
  if ((kinds & kArray) != 0) CheckSizes(now_.items, then_.items, crd::kMinItems, crd::kMaxItems);
  if ((kinds & kArray) != 0 && then_.unique_items && !now_.unique_items)
    out_.AddUnproved("uniqueItems", [](UnprovedObligation& to) { to.after = "true"; });
  if ((kinds & kObject) != 0) CheckSizes(now_.properties, then_.properties, crd::kMinProperties, crd::kMaxProperties);
  if ((kinds & kNonNullKinds) != 0) CheckEnums();
}

}  // namespace

std::string ShortText(const Value& value) {
  std::string text;
  json::AppendJson(value, text);
  return base::Shorten(text, kShort);
}

std::string ShortText(std::span<const Value> values) {
  std::string text;
  for (const Value& value : values) {
    if (text.size() > kShort) break;
    if (!text.empty()) text += ", ";
    json::AppendJson(value, text);
  }
  return base::Shorten(text, kShort);
}

namespace {

bool HasBranches(const Conjuncts& from) {
  return std::ranges::any_of(from.all,
                             [](const Checks* each) { return !each->any_of.empty() || !each->one_of.empty(); });
}

// Checks the obligations of a place. If `from` has branches, each value matches one of them. A refusal is therefore
// kept only if it also occurs for one of the branches. Branches do not apply to null.
void CheckByBranches(const PlacePair& places, Obligations& out) {
  if (!HasBranches(places.from)) return PlaceCheck(places, out).Check();
  std::vector<UnprovedObligation> refusals;
  const auto check = [&](const Conjuncts& from, unsigned kinds) {
    std::vector<UnprovedObligation> found;
    Obligations obligations(out.budget(), &found);
    PlaceCheck({from, places.to, places.kinds & kinds, places.known}, obligations).Check();
    return found;
  };
  refusals = check(places.from, kEveryKind);
  const auto keep_those_of = [&](std::span<const Checks* const> branches) {
    if (branches.empty() || refusals.empty() || !out.budget().Spend(branches.size())) return;
    std::set<std::string_view> of_some;
    const auto add = [&](const std::vector<UnprovedObligation>& found) {
      for (const UnprovedObligation& each : found) of_some.insert(each.keyword);
    };
    add(check(places.from, kNull));
    for (const Checks* branch : branches) add(check(WithCheck(places.from, *branch), kNonNullKinds));
    std::erase_if(refusals, [&](const UnprovedObligation& each) { return !of_some.contains(each.keyword); });
  };
  for (const Checks* each : places.from.all) {
    keep_those_of(each->any_of);
    keep_those_of(each->one_of);
  }
  for (UnprovedObligation& each : refusals) {
    out.AddUnproved(each.keyword, [&](UnprovedObligation& to) { to = std::move(each); });
  }
}

}  // namespace

void CheckPlace(const PlacePair& places, Obligations& out) {
  const std::size_t steps = 1 + places.from.all.size() + places.to.all.size();
  if (!out.budget().Spend(steps)) return out.AddUnproved("limit", [](UnprovedObligation&) {});
  const auto refused = FindNewlyRefusedValues(places, out.budget());
  const unsigned unknown = refused && refused->empty() ? static_cast<unsigned>(kNull) : kEveryKind;
  CheckByBranches({places.from, places.to, places.kinds & unknown, places.known}, out);
  if (unknown == kNull) return;
  if (out.done() || (places.kinds & kNonNullKinds) == 0) return;
  CheckComposition(places, out);
  if (refused && out.refusals() != nullptr) KeepCausedRefusals(places, *refused, *out.refusals(), out.budget());
}

namespace {

// Stack for one level of a schema with anyOf, oneOf or not, in bytes.
constexpr std::size_t kStackOfLevel = 16 * 1024;

bool MembersImply(const Conjuncts& from, const Conjuncts& to, ComparisonBudget& budget) {
  const auto required = RequiredNames(from);
  for (const std::string_view name : RequiredNames(to)) {
    if (!std::ranges::binary_search(required, name)) return false;
  }
  auto names = PropertyNames(to);
  if (!budget.Spend(required.size() + names.size())) return false;
  for (const std::string_view name : names) {
    if (!Implies({ConjunctsOfProperty(from, name), ConjunctsOfProperty(to, name)}, budget)) return false;
  }
  const Conjuncts others = ConjunctsOfOtherKeys(to);
  if (others.all.empty() && !others.forbidden) return true;
  for (const std::string_view name : PropertyNames(from)) {
    if (std::ranges::binary_search(names, name)) continue;
    if (!Implies({ConjunctsOfProperty(from, name), others}, budget)) return false;
  }
  return Implies({ConjunctsOfOtherKeys(from), others}, budget);
}

}  // namespace

bool Implies(const PlacePair& places, ComparisonBudget& budget) {
  if (places.to.all.empty() && !places.to.forbidden) return true;
  if (!budget.Spend() || base::StackBytesLeft() < base::kStackReserveBytes + kStackOfLevel) return false;
  Obligations obligations(budget, nullptr);
  CheckPlace(places, obligations);
  if (obligations.failed()) return false;
  const unsigned kinds = RangesOf(places.from).kinds & places.kinds;
  if (places.from.forbidden) return true;
  if ((kinds & kArray) != 0 && !Implies({ConjunctsOfItems(places.from), ConjunctsOfItems(places.to)}, budget))
    return false;
  return (kinds & kObject) == 0 || MembersImply(places.from, places.to, budget);
}

}  // namespace structural::compare
