// The ranges of numbers that checks accept.
//
// Upstream: kube-openapi pkg/validation/validate validator.go numberValidator, values.go.
#include "schema/compare/numbers.h"

#include <cmath>

#include "schema/compare/conjuncts.h"
#include "schema/objects/check_value.h"

namespace structural::compare {
namespace {

constexpr std::int64_t kLeastInt = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMaxInt = std::numeric_limits<std::int64_t>::max();
constexpr IntRange kNoInts = {1, 0};
constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kMaxWhole = 9007199254740991.0;
constexpr double kTooBigForFloat = 0x1.ffffffp127;

// The type and format of a schema, as far as they concern numbers.
struct NumberType {
  explicit NumberType(const objects::Checks& checks) {
    if (checks.type_count != 1) return;
    integer = checks.types[0] == "integer";
    small = integer && checks.format == "int32";
    single = checks.types[0] == "number" && checks.format == "float";
  }
  // Whether a bound is in the range of the type. If a bound is not, the schema accepts no number.
  bool InRange(double value) const {
    if (single) return std::fabs(value) < kTooBigForFloat;
    if (!integer) return true;
    const double least = small ? -2147483648.0 : std::nextafter(-kTwoTo63, 0);
    const double most = small ? 2147483647.0 : std::nextafter(kTwoTo63, 0);
    return std::trunc(value) == value && value >= least && value <= most;
  }

  bool integer = false;
  bool small = false;
  bool single = false;
};

void CutTypes(const NumberType& type, Ranges& to) {
  if (type.small) to.ints.Cut({-2147483648, 2147483647});
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

// Integers are compared with the bound after its fraction is removed.
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
  to.ints.Cut(IntsUpTo(bound, exclusive));
  to.reals.CutAbove(bound, exclusive);
}

void CutMinimum(double bound, bool exclusive, const NumberType& type, Ranges& to) {
  if (!type.InRange(bound)) return ClearRanges(to);
  to.ints.Cut(IntsFrom(bound, exclusive));
  to.reals.CutBelow(bound, exclusive);
}

// Limits the ranges by a factor of multipleOf. A factor outside of the type's range accepts no number; one that is not
// positive after its fraction is removed accepts no integer.
void CutByFactor(double factor, const NumberType& type, Ranges& to) {
  if (!type.InRange(factor) || factor <= 0) return ClearRanges(to);
  if (objects::TruncateToInt64(factor) <= 0) to.ints = kNoInts;
}

}  // namespace

void IntRange::Cut(const IntRange& by) {
  least = std::max(least, by.least);
  most = std::min(most, by.most);
}

void RealRange::CutBelow(double bound, bool exclusive) {
  if (bound < least) return;
  without_least = exclusive || (bound == least && without_least);
  least = bound;
}

void RealRange::CutAbove(double bound, bool exclusive) {
  if (bound > most) return;
  without_most = exclusive || (bound == most && without_most);
  most = bound;
}

RealRange RealRange::Whole() const {
  RealRange whole{std::ceil(least), std::floor(most)};
  if (without_least && whole.least == least) whole.least += 1;
  if (without_most && whole.most == most) whole.most -= 1;
  return whole;
}

void CutNumbers(const objects::Checks& checks, Ranges& to) {
  const NumberType type(checks);
  CutTypes(type, to);
  // Only doubles for which objects::IsJsonInteger is true are valid.
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

void CutToMultiples(const objects::Checks& checks, Ranges& to) {
  if (checks.limits == nullptr || !checks.limits->multiple_of) return;
  const double by = *checks.limits->multiple_of;
  const auto exact = [](std::int64_t bound) { return std::fabs(static_cast<double>(bound)) < kMaxWhole / 2; };
  if (by < 1 || std::trunc(by) != by || by > kMaxWhole / 2) return;
  const auto step = static_cast<std::int64_t>(by);
  const auto rest = [&](std::int64_t bound) { return ((bound % step) + step) % step; };
  if (exact(to.ints.least) && rest(to.ints.least) != 0) to.ints.least += step - rest(to.ints.least);
  if (exact(to.ints.most)) to.ints.most -= rest(to.ints.most);
  // Doubles may differ from a multiple by 1e-9, so large bounds cannot be rounded.
  constexpr double kMaxExactMultiple = 5e8;
  if ((to.kinds & kFractions) != 0) return;
  if (std::fabs(to.reals.least) < kMaxExactMultiple) to.reals.CutBelow(std::ceil(to.reals.least / by) * by, false);
  if (std::fabs(to.reals.most) < kMaxExactMultiple) to.reals.CutAbove(std::floor(to.reals.most / by) * by, false);
}

}  // namespace structural::compare
