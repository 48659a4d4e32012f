#include "schema/compare/newly_refused_values.h"

#include <algorithm>
#include <cmath>

#include "schema/crd/model/json_schema_props.h"
#include "schema/json/write.h"
#include "schema/objects/check_value.h"

namespace structural::compare {
namespace {

using json::Value;
using objects::Checks;

constexpr std::size_t kMaxCompared = 1'000'000;  // maximum number of pairs of enum values that are compared
constexpr std::int64_t kMaxExact = std::int64_t{1} << 53;

unsigned KindOf(const Value& value) {
  if (value.is_null()) return kNull;
  if (value.kind() == Value::Kind::kBool) return kBool;
  if (value.kind() == Value::Kind::kInt) return kInt;
  if (value.is_string()) return kString;
  if (value.is_array()) return kArray;
  if (value.is_object()) return kObject;
  if (std::trunc(value.real()) == value.real()) return kIntegralDouble;
  return objects::IsJsonInteger(value.real()) ? kNearInteger : kFraction;
}

const Checks* FirstEnum(const Conjuncts& conjuncts) {
  const auto limits = [](const Checks* each) { return !each->enumeration.empty(); };
  const auto found = std::ranges::find_if(conjuncts.all, limits);
  return found == conjuncts.all.end() ? nullptr : *found;
}

// All values that a server accepts because of one value of an enum. They can differ from that value, because a server
// converts a value before it compares the two: it accepts 1.5 because of 1, and 97 because of "a".
class AllowedValues {
 public:
  explicit AllowedValues(unsigned kinds) : kinds_(kinds) {}

  // Adds the values that are accepted because of `allowed`. Returns false if these are too many.
  bool Add(const Value& allowed) {
    if (allowed.is_container()) return false;
    if (allowed.is_string()) return AddText(allowed);
    if (!allowed.is_number()) return Keep(allowed);
    return allowed.kind() == Value::Kind::kInt ? AddInt(allowed.integer()) : AddDouble(allowed.real());
  }
  std::vector<Value> values;

 private:
  bool Keep(const Value& value) {
    if ((KindOf(value) & kinds_) != 0) values.push_back(value);
    return true;
  }
  bool AddInt(std::int64_t number) {
    if ((kinds_ & kFractions) != 0 || std::abs(number) >= kMaxExact)
      return (kinds_ & kDoubles) == 0 && Keep(Value::Int(number));
    return Keep(Value::Int(number)) && Keep(Value::Double(static_cast<double>(number)));
  }
  bool AddDouble(double number) {
    const bool whole = std::trunc(number) == number;
    if (whole && std::fabs(number) >= static_cast<double>(kMaxExact)) return false;
    if (whole) Keep(Value::Int(static_cast<std::int64_t>(number)));
    return Keep(Value::Double(number));
  }
  bool AddText(const Value& text) {
    if ((kinds_ & kInt) != 0) return false;
    return Keep(text);
  }

  const unsigned kinds_;
};

std::size_t SizeOfEnums(const Conjuncts& conjuncts) {
  std::size_t size = 0;
  for (const Checks* each : conjuncts.all) size += each->enumeration.size();
  return size;
}

// Returns the values of these kinds that the place accepts; nullopt if they are too many to compare. `compared_too`:
// number of enum values with which the caller compares each returned value.
std::optional<std::vector<Value>> FewValues(const Conjuncts& place, unsigned wanted, std::size_t compared_too) {
  const Checks* few = FirstEnum(place);
  const auto may_be_bool = [](const Checks* each) { return each->HasType("boolean"); };
  if (few == nullptr && std::ranges::none_of(place.all, may_be_bool)) return std::nullopt;
  const unsigned kinds = RangesOf(place).kinds & wanted & kNonNullKinds;
  if (kinds == kBool) return std::vector<Value>{Value::Bool(false), Value::Bool(true)};
  if (few == nullptr || kinds == 0) return std::nullopt;
  if (few->enumeration.size() * (SizeOfEnums(place) + compared_too) > kMaxCompared) return std::nullopt;
  AllowedValues allowed(kinds);
  const auto add = [&](const Value& value) { return allowed.Add(value); };
  if (!std::ranges::all_of(few->enumeration, add)) return std::nullopt;
  return std::move(allowed.values);
}

// The checks of a single keyword, and of the type, because the effect of the keyword depends on the type.
struct KeywordChecks {
  KeywordChecks(const Checks& all, std::string_view keyword) {
    std::ranges::copy(all.types, checks.types);
    checks.type_count = all.type_count;
    checks.nullable = all.nullable;
    checks.format = all.format;
    if (keyword == "format") checks.known_format = all.known_format;
    if (keyword == "pattern") checks.pattern = all.pattern;
    if (keyword == "enum") checks.enumeration = all.enumeration;
    if (keyword == "anyOf") checks.any_of = all.any_of;
    if (keyword == "oneOf") checks.one_of = all.one_of;
    if (keyword == "not") checks.not_schema = all.not_schema;
    if (all.limits == nullptr) return;
    for (const crd::SizeKeyword& size : crd::kSizeKeywords) {
      if (keyword == size.name) limits.*size.limit = all.limits->*size.limit;
    }
    if (keyword == "multipleOf") limits.multiple_of = all.limits->multiple_of;
    const bool min = keyword == "minimum" || keyword == "exclusiveMinimum" || keyword == "format";
    const bool max = keyword == "maximum" || keyword == "exclusiveMaximum" || keyword == "format";
    if (min) limits.minimum = all.limits->minimum, limits.exclusive_minimum = all.limits->exclusive_minimum;
    if (max) limits.maximum = all.limits->maximum, limits.exclusive_maximum = all.limits->exclusive_maximum;
    checks.limits = &limits;
  }
  KeywordChecks(const KeywordChecks&) = delete;

  bool Take(const Value& value, base::WorkBudget& work) const { return Accepts(ConjunctsOf({&checks}), value, work); }

  objects::Limits limits;
  Checks checks;
};

// Whether the keyword itself refuses the value. If the value violates the type, this is true for `type` only.
bool IsRefusedByKeyword(const Conjuncts& to, std::string_view keyword, const Value& value, base::WorkBudget& work) {
  return std::ranges::any_of(to.all, [&](const Checks* each) {
    const bool is_typed = KeywordChecks(*each, "type").Take(value, work);
    if (keyword == "type") return !is_typed;
    return is_typed && !KeywordChecks(*each, keyword).Take(value, work);
  });
}

}  // namespace

std::optional<std::vector<Value>> FindNewlyRefusedValues(const PlacePair& places, ComparisonBudget& budget) {
  if (places.from.forbidden) return std::nullopt;
  const auto values = FewValues(places.from, places.kinds, SizeOfEnums(places.to));
  if (!values || !budget.Spend(values->size())) return std::nullopt;
  std::vector<Value> refused;
  for (const Value& value : *values) {
    if (Accepts(places.from, value, budget.work()) && !Accepts(places.to, value, budget.work()))
      refused.push_back(value);
  }
  if (budget.exhausted()) return std::nullopt;
  return refused;
}

bool AcceptsNone(const Conjuncts& place, unsigned kinds, ComparisonBudget& budget) {
  const Ranges ranges = KnownRangesOf(place);
  kinds &= ranges.kinds & kNonNullKinds;
  if (kinds == 0 || place.forbidden) return true;
  if (kinds == kInt && ranges.ints.min > ranges.ints.max) return true;
  if (kinds == kString && ranges.length.min > ranges.length.max) return true;
  const auto values = FewValues(place, kinds, 0);
  if (!values || !budget.Spend(values->size())) return false;
  const bool none =
      std::ranges::none_of(*values, [&](const Value& value) { return Accepts(place, value, budget.work()); });
  return none && !budget.exhausted();
}

void KeepCausedRefusals(const PlacePair& places, const std::vector<Value>& refused,
                        std::vector<UnprovedObligation>& refusals, ComparisonBudget& budget) {
  std::vector<UnprovedObligation> relevant;
  for (const UnprovedObligation& each : refusals) {
    if (each.keyword == "nullable") {
      relevant.push_back(each);
      continue;
    }
    UnprovedObligation kept{each.keyword, each.before, each.after, {}};
    for (const Value& value : refused) {
      if (IsRefusedByKeyword(places.to, each.keyword, value, budget.work()))
        json::AppendJson(value, kept.hints.emplace_back());
    }
    if (!kept.hints.empty()) relevant.push_back(std::move(kept));
  }
  if (!relevant.empty()) refusals = std::move(relevant);
}

}  // namespace structural::compare
