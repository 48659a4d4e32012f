#include "schema/compare/conjuncts.h"

#include <algorithm>
#include <cmath>

#include "schema/base/text.h"
#include "schema/objects/check_value.h"

namespace structural::compare {
namespace {

// The ranges of numbers that checks accept.
//
// Upstream: kube-openapi pkg/validation/validate validator.go numberValidator, values.go.

constexpr std::int64_t kLeastInt = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMaxInt = std::numeric_limits<std::int64_t>::max();
constexpr IntRange kNoInts = {1, 0};
constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kMaxWhole = 9007199254740991.0;
constexpr double kTooBigForFloat = 0x1.ffffffp127;

// The type and format of a schema for numbers. `integer`: the type is integer; `small`: with the format int32;
// `single`: the type is number with the format float.
struct NumberType {
  explicit NumberType(const objects::Checks& checks) {
    if (checks.type_count != 1) return;
    integer = checks.types[0] == "integer";
    small = integer && checks.format == "int32";
    single = checks.types[0] == "number" && checks.format == "float";
  }
  // Whether a bound is in the range of the type. If it is not, the schema accepts no number.
  bool InRange(double value) const {
    if (single) return std::fabs(value) < kTooBigForFloat;
    if (!integer) return true;
    const double min = small ? -2147483648.0 : std::nextafter(-kTwoTo63, 0);
    const double max = small ? 2147483647.0 : std::nextafter(kTwoTo63, 0);
    return std::trunc(value) == value && value >= min && value <= max;
  }

  bool integer = false;
  bool small = false;
  bool single = false;
};

void CutTypes(const NumberType& type, Ranges& to) {
  if (type.small) to.ints.Intersect({-2147483648, 2147483647});
  if (type.integer) {
    to.reals.CutBelow(type.small ? -2147483648.0 : std::nextafter(-kTwoTo63, 0), false);
    to.reals.CutAbove(type.small ? 2147483647.0 : std::nextafter(kTwoTo63, 0), false);
  }
  if (type.single) {
    to.reals.CutBelow(-kTooBigForFloat, true);
    to.reals.CutAbove(kTooBigForFloat, true);
  }
}

void ClearRanges(Ranges& to) {
  to.ints = kNoInts;
  to.reals = {1, 0, false, false};
}

// Return the integers that a bound allows. A server removes the fraction of the bound before it compares an integer
// with the bound.
IntRange IntsUpTo(double bound, bool exclusive) {
  const std::int64_t whole = objects::TruncateToInt64(bound);
  if (!exclusive) return {kLeastInt, whole};
  return whole == kLeastInt ? kNoInts : IntRange{kLeastInt, whole - 1};
}

IntRange IntsFrom(double bound, bool exclusive) {
  const std::int64_t whole = objects::TruncateToInt64(bound);
  if (!exclusive) return {whole, kMaxInt};
  return whole == kMaxInt ? kNoInts : IntRange{whole + 1, kMaxInt};
}

void CutMaximum(double bound, bool exclusive, const NumberType& type, Ranges& to) {
  if (!type.InRange(bound)) return ClearRanges(to);
  to.ints.Intersect(IntsUpTo(bound, exclusive));
  to.reals.CutAbove(bound, exclusive);
}

void CutMinimum(double bound, bool exclusive, const NumberType& type, Ranges& to) {
  if (!type.InRange(bound)) return ClearRanges(to);
  to.ints.Intersect(IntsFrom(bound, exclusive));
  to.reals.CutBelow(bound, exclusive);
}

// Limits the ranges by a factor of multipleOf. If the factor is outside of the type's range, the schema accepts no
// number. A factor below 1 accepts no integer, because a server removes the fraction of the factor.
void CutByFactor(double factor, const NumberType& type, Ranges& to) {
  if (!type.InRange(factor) || factor <= 0) return ClearRanges(to);
  if (objects::TruncateToInt64(factor) <= 0) to.ints = kNoInts;
}

}  // namespace

void IntRange::Intersect(const IntRange& by) {
  min = std::max(min, by.min);
  max = std::min(max, by.max);
}

void RealRange::CutBelow(double bound, bool exclusive) {
  if (bound < min) return;
  is_min_exclusive = exclusive || (bound == min && is_min_exclusive);
  min = bound;
}

void RealRange::CutAbove(double bound, bool exclusive) {
  if (bound > max) return;
  is_max_exclusive = exclusive || (bound == max && is_max_exclusive);
  max = bound;
}

RealRange RealRange::Integers() const {
  RealRange whole{std::ceil(min), std::floor(max)};
  if (is_min_exclusive && whole.min == min) whole.min += 1;
  if (is_max_exclusive && whole.max == max) whole.max -= 1;
  return whole;
}

namespace {

// Limits the ranges of numbers to those that the checks accept.
void CutNumbers(const objects::Checks& checks, Ranges& to) {
  const NumberType type(checks);
  CutTypes(type, to);
  // Narrows the range: only doubles for which objects::IsJsonInteger is true are integers.
  if (checks.HasType("integer") && !checks.HasType("number")) {
    to.reals.CutBelow(-kMaxWhole, false);
    to.reals.CutAbove(kMaxWhole, false);
  }
  const objects::Limits* limits = checks.limits;
  if (limits == nullptr) return;
  if (limits->multiple_of) CutByFactor(*limits->multiple_of, type, to);
  if (limits->maximum) CutMaximum(*limits->maximum, limits->exclusive_maximum, type, to);
  if (limits->minimum) CutMinimum(*limits->minimum, limits->exclusive_minimum, type, to);
}

// Rounds the ends of the ranges of numbers to multiples of multipleOf. Must be called after all other limits were
// applied.
void CutToMultiples(const objects::Checks& checks, Ranges& to) {
  if (checks.limits == nullptr || !checks.limits->multiple_of) return;
  const double by = *checks.limits->multiple_of;
  const auto exact = [](std::int64_t bound) { return std::fabs(static_cast<double>(bound)) < kMaxWhole / 2; };
  if (by < 1 || std::trunc(by) != by || by > kMaxWhole / 2) return;
  const auto step = static_cast<std::int64_t>(by);
  const auto rest = [&](std::int64_t bound) { return ((bound % step) + step) % step; };
  if (exact(to.ints.min) && rest(to.ints.min) != 0) to.ints.min += step - rest(to.ints.min);
  if (exact(to.ints.max)) to.ints.max -= rest(to.ints.max);
  // A server accepts doubles that differ from a multiple by a relative error of 1e-9, so large bounds cannot be
  // rounded.
  constexpr double kMaxExactMultiple = 5e8;
  if ((to.kinds & kFractions) != 0) return;
  if (std::fabs(to.reals.min) < kMaxExactMultiple) to.reals.CutBelow(std::ceil(to.reals.min / by) * by, false);
  if (std::fabs(to.reals.max) < kMaxExactMultiple) to.reals.CutAbove(std::floor(to.reals.max / by) * by, false);
}

using objects::Checks;

void SortNames(std::vector<std::string_view>& names) {
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
}

const Checks* FindProperty(const Checks& checks, std::string_view key) {
  const auto found = std::ranges::lower_bound(checks.properties, key, {}, &objects::FieldChecks::key);
  return found != checks.properties.end() && found->key == key ? found->value : nullptr;
}

bool FitsType(const Checks& checks, unsigned kind) {
  switch (kind) {
    case kNull: return checks.HasType("null");
    case kBool: return checks.HasType("boolean");
    case kInt: return checks.HasType("integer") || checks.HasType("number");
    case kIntegralDouble: return checks.HasType("integer") || checks.HasType("number");
    case kNearInteger: return checks.HasType("number") || (checks.type_count > 1 && checks.HasType("integer"));
    case kFraction: return checks.HasType("number");
    case kString: return checks.HasType("string");
    case kArray: return checks.HasType("array");
    default: return checks.HasType("object");
  }
}

// Whether the type and format accept a kind of value. As in kube-openapi, a format without a type refuses numbers, and
// a string with a format accepts lists.
bool AcceptsKind(const Checks& checks, unsigned kind) {
  if (kind == kNull) {
    const bool typed = checks.type_count == 0 || checks.nullable || checks.HasType("null");
    return typed && checks.enumeration.empty();
  }
  if (checks.type_count == 0 && checks.format.empty()) return true;
  if (FitsType(checks, kind)) return true;
  const bool listed = kind == kString || kind == kArray;
  const bool numeric = checks.HasType("number") || checks.HasType("integer");
  return listed && !numeric && !checks.format.empty();
}

unsigned KindsOf(const Conjuncts& conjuncts) {
  unsigned kinds = 0;
  for (unsigned kind = kNull; kind <= kObject; kind *= 2) {
    const auto& by = kind == kNull ? conjuncts.own : conjuncts.all;
    if (std::ranges::all_of(by, [&](const Checks* each) { return AcceptsKind(*each, kind); })) kinds |= kind;
  }
  return kinds;
}

// The minimum length of texts in a format.
//
// Upstream: k8s.io/kube-openapi pkg/validation/strfmt default.go (Base64, UUID, IPv4), date.go.
struct ShortestText {
  std::string_view format;
  std::int64_t length;
};
constexpr ShortestText kShortest[] = {{"byte", 4}, {"date", 10}, {"ipv4", 7}, {"uuid", 32}};

void CutLength(std::string_view format, Ranges& to) {
  const auto* found = std::ranges::find(kShortest, format, &ShortestText::format);
  if (found != std::end(kShortest)) to.length.Intersect({found->length, kAllSizes.max});
}

void CutSizes(const objects::Limits& limits, Ranges& to) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  to.length.Intersect({limits.min_length.value_or(0), limits.max_length.value_or(kMax)});
  to.items.Intersect({limits.min_items.value_or(0), limits.max_items.value_or(kMax)});
  to.properties.Intersect({limits.min_properties.value_or(0), limits.max_properties.value_or(kMax)});
  to.unique_items |= limits.unique_items;
}

}  // namespace

Conjuncts ConjunctsOf(std::vector<const Checks*> own) {
  Conjuncts made{.own = std::move(own), .all = {}};
  made.all = made.own;
  for (std::size_t i = 0; i < made.all.size(); ++i) {
    const auto branches = made.all[i]->all_of;
    made.all.insert(made.all.end(), branches.begin(), branches.end());
  }
  return made;
}

Conjuncts WithCheck(const Conjuncts& conjuncts, const Checks& more) {
  Conjuncts made = conjuncts;
  const Conjuncts added = ConjunctsOf({&more});
  made.own.push_back(&more);
  made.all.insert(made.all.end(), added.all.begin(), added.all.end());
  return made;
}

Conjuncts ConjunctsOfProperty(const Conjuncts& object, std::string_view key) {
  std::vector<const Checks*> own;
  bool forbidden = object.forbidden;
  for (const Checks* each : object.all) {
    const Checks* found = FindProperty(*each, key);
    if (found == nullptr) found = each->additional_properties;
    if (found != nullptr) own.push_back(found);
    forbidden |= found == nullptr && each->forbids_additional_properties;
  }
  Conjuncts made = ConjunctsOf(std::move(own));
  made.forbidden = forbidden;
  return made;
}

Conjuncts ConjunctsOfOtherKeys(const Conjuncts& object) {
  std::vector<const Checks*> own;
  bool forbidden = object.forbidden;
  for (const Checks* each : object.all) {
    if (each->additional_properties != nullptr) own.push_back(each->additional_properties);
    forbidden |= each->additional_properties == nullptr && each->forbids_additional_properties;
  }
  Conjuncts made = ConjunctsOf(std::move(own));
  made.forbidden = forbidden;
  return made;
}

Conjuncts ConjunctsOfItems(const Conjuncts& list) {
  std::vector<const Checks*> own;
  for (const Checks* each : list.all) {
    if (each->items != nullptr) own.push_back(each->items);
  }
  return ConjunctsOf(std::move(own));
}

std::vector<std::string_view> PropertyNames(const Conjuncts& object) {
  std::vector<std::string_view> names;
  for (const Checks* each : object.all) {
    for (const auto& field : each->properties) names.push_back(field.key);
  }
  SortNames(names);
  return names;
}

std::vector<std::string_view> RequiredNames(const Conjuncts& object) {
  std::vector<std::string_view> names;
  for (const Checks* each : object.all) names.insert(names.end(), each->required.begin(), each->required.end());
  SortNames(names);
  return names;
}

Ranges RangesOf(const Conjuncts& conjuncts) {
  Ranges ranges{.kinds = KindsOf(conjuncts)};
  for (const Checks* each : conjuncts.all) {
    CutNumbers(*each, ranges);
    if (each->limits != nullptr) CutSizes(*each->limits, ranges);
  }
  return ranges;
}

Ranges KnownRangesOf(const Conjuncts& conjuncts) {
  Ranges ranges = RangesOf(conjuncts);
  for (const Checks* each : conjuncts.all) {
    CutToMultiples(*each, ranges);
    if (each->known_format != nullptr) CutLength(each->known_format->name, ranges);
  }
  return ranges;
}

bool Accepts(const Conjuncts& conjuncts, const json::Value& value, base::WorkBudget& work) {
  return !conjuncts.forbidden && std::ranges::all_of(conjuncts.own, [&](const Checks* each) {
    objects::Outcome outcome;
    objects::CheckValue(*each, value, kubernetes::ObjectPath(), objects::Reporter(&work), outcome);
    return !outcome.failed && !work.exhausted();
  });
}

std::string TypeText(const Conjuncts& conjuncts) {
  std::vector<std::string_view> types;
  for (const Checks* each : conjuncts.own) types.insert(types.end(), each->types, each->types + each->type_count);
  SortNames(types);
  const std::string text = base::Join(types, " or ");
  return text.empty() ? "any type" : text;
}

}  // namespace structural::compare
