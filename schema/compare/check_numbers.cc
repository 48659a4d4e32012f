// The obligations of a place about numbers.
#include <algorithm>
#include <cmath>

#include "schema/compare/place_check.h"
#include "schema/json/write.h"

namespace structural::compare {
namespace {

using objects::Checks;

std::string DoubleText(double value) {
  std::string text;
  json::AppendJson(json::Value::Double(value), text);
  return text;
}

// Returns a double just beyond a bound and within the range.
std::string HintBeyond(double bound, double step, const RealRange& within) {
  for (const double near : {bound, bound + step, bound + step / 2}) {
    const bool inside = near >= within.least && near <= within.most;
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

}  // namespace

// If the bound itself is equal, the refusal names the format or type, which have bounds, too.
void PlaceCheck::CheckBound(bool least, std::string hint) {
  const auto limit = least ? &objects::Limits::minimum : &objects::Limits::maximum;
  const std::string before = LimitText(from_, limit, least), after = LimitText(to_, limit, least);
  const auto exclusive = least ? &objects::Limits::exclusive_minimum : &objects::Limits::exclusive_maximum;
  const bool is_exclusive = std::ranges::any_of(
      to_.all, [&](const Checks* each) { return each->limits != nullptr && each->limits->*exclusive; });
  std::string_view keyword = least ? "minimum" : "maximum";
  if (before == after && is_exclusive) keyword = least ? "exclusiveMinimum" : "exclusiveMaximum";
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
  if (now.least > now.most) return;
  if (then.least > now.least) CheckBound(true, std::to_string(std::min(then.least - 1, now.most)));
  if (then.most < now.most) CheckBound(false, std::to_string(std::max(then.most + 1, now.least)));
}

void PlaceCheck::CheckReals() {
  const bool whole = (now_.kinds & kFractions) == 0;
  const RealRange now = whole ? now_.reals.Whole() : now_.reals;
  const RealRange then = whole ? then_.reals.Whole() : then_.reals;
  if (now.least > now.most) return;
  const bool below = then.least > now.least || (then.least == now.least && then.without_least && !now.without_least);
  const bool above = then.most < now.most || (then.most == now.most && then.without_most && !now.without_most);
  if (below) CheckBound(true, HintBeyond(then.least, -1, now));
  if (above) CheckBound(false, HintBeyond(then.most, 1, now));
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

}  // namespace structural::compare
