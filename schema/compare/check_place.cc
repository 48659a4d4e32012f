#include <algorithm>
#include <set>
#include <unordered_set>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/compare/few_values.h"
#include "schema/compare/place_check.h"
#include "schema/go/pattern.h"
#include "schema/json/identity.h"
#include "schema/json/write.h"
#include "schema/kubernetes/format.h"

namespace structural::compare {
namespace {

constexpr std::size_t kMaxEnumHints = 100;  // values of an enum that are tried; those of one more enum may follow

using json::Value;
using objects::Checks;

constexpr std::size_t kShort = 120;
constexpr std::int64_t kLongestHint = 1000;

constexpr SizeRow kMinLength = {"minLength", &objects::Limits::min_length};
constexpr SizeRow kMaxLength = {"maxLength", &objects::Limits::max_length};
constexpr SizeRow kMinItems = {"minItems", &objects::Limits::min_items};
constexpr SizeRow kMaxItems = {"maxItems", &objects::Limits::max_items};
constexpr SizeRow kMinProperties = {"minProperties", &objects::Limits::min_properties};
constexpr SizeRow kMaxProperties = {"maxProperties", &objects::Limits::max_properties};

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

std::string HintOfSize(std::int64_t size, const SizeRow& row) {
  if (row.keyword == kMinItems.keyword) return "[]";
  if (row.keyword == kMinProperties.keyword) return "{}";
  if (size < 0 || size > kLongestHint) return {};
  if (row.keyword.ends_with("Length")) return "\"" + std::string(static_cast<std::size_t>(size), 'a') + "\"";
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

// Whether the pattern does not compile, so that it accepts no string.
bool AcceptsNoString(const Checks* checks) {
  return !checks->pattern.empty() && !go::Pattern::Cached(checks->pattern).error().empty();
}

// Returns the values of one enum that the other one lacks.
std::vector<Value> Missing(std::span<const Value> from, std::span<const Value> to) {
  std::unordered_set<std::string> there;
  for (const Value& each : to) there.insert(json::DeepIdentity(each));
  std::vector<Value> missing;
  for (const Value& each : from) {
    if (!there.contains(json::DeepIdentity(each))) missing.push_back(each);
  }
  return missing;
}

}  // namespace

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

void PlaceCheck::CheckSizes(const IntRange& now, const IntRange& then, const SizeRow& least, const SizeRow& most) {
  const auto refuse = [&](const SizeRow& row, bool is_least, std::int64_t nearest) {
    out_.AddUnproved(row.keyword, [&](UnprovedObligation& to) {
      to.before = LimitText(from_, row.limit, is_least);
      to.after = LimitText(to_, row.limit, is_least);
      const std::string hint = HintOfSize(nearest, row);
      if (!hint.empty()) to.hints.push_back(hint);
    });
  };
  if (now.least > now.most) return;
  if (then.least > now.least) refuse(least, true, std::min(then.least - 1, now.most));
  if (then.most < now.most) refuse(most, false, std::max(then.most + 1, now.least));
}

void PlaceCheck::CheckTexts() {
  for (const Checks* each : to_.all) {
    if (!out_.effort().Spend(from_.all.size())) return out_.AddUnproved("limit", [](UnprovedObligation&) {});
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
    const bool any_text = each->known_format == nullptr || each->known_format->fits == kubernetes::formats::IsPassword;
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
          !other->enumeration.empty() && out_.effort().Spend(other->enumeration.size() + each->enumeration.size());
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
    CheckSizes(now_.length, then_.length, kMinLength, kMaxLength);
    CheckTexts();
  }
  if ((kinds & kArray) != 0) CheckSizes(now_.items, then_.items, kMinItems, kMaxItems);
  if ((kinds & kArray) != 0 && then_.unique_items && !now_.unique_items)
    out_.AddUnproved("uniqueItems", [](UnprovedObligation& to) { to.after = "true"; });
  if ((kinds & kObject) != 0) CheckSizes(now_.properties, then_.properties, kMinProperties, kMaxProperties);
  if ((kinds & kNonNullKinds) != 0) CheckEnums();
}

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

// Every value fits one of the old branches, so a refusal that no branch has is dropped. Branches do not apply to null.
void CheckByBranches(const Places& places, Obligations& out) {
  if (!HasBranches(places.from)) return PlaceCheck(places, out).Check();
  std::vector<UnprovedObligation> refusals;
  const auto check = [&](const Conjuncts& from, unsigned kinds) {
    std::vector<UnprovedObligation> found;
    Obligations obligations(out.effort(), &found);
    PlaceCheck({from, places.to, places.kinds & kinds, places.known}, obligations).Check();
    return found;
  };
  refusals = check(places.from, kEveryKind);
  const auto keep_those_of = [&](std::span<const Checks* const> branches) {
    if (branches.empty() || refusals.empty() || !out.effort().Spend(branches.size())) return;
    std::set<std::string_view> of_some;
    const auto add = [&](const std::vector<UnprovedObligation>& found) {
      for (const UnprovedObligation& each : found) of_some.insert(each.keyword);
    };
    add(check(places.from, kNull));
    for (const Checks* branch : branches) add(check(With(places.from, *branch), kNonNullKinds));
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

void CheckPlace(const Places& places, Obligations& out) {
  const std::size_t steps = 1 + places.from.all.size() + places.to.all.size();
  if (!out.effort().Spend(steps)) return out.AddUnproved("limit", [](UnprovedObligation&) {});
  const auto refused = RefusedOfFew(places, out.effort());
  const unsigned unknown = refused && refused->empty() ? static_cast<unsigned>(kNull) : kEveryKind;
  CheckByBranches({places.from, places.to, places.kinds & unknown, places.known}, out);
  if (unknown == kNull) return;
  if (out.done() || (places.kinds & kNonNullKinds) == 0) return;
  CheckJunctors(places, out);
  if (refused && out.refusals() != nullptr) KeepCausedRefusals(places, *refused, *out.refusals(), out.effort());
}

}  // namespace structural::compare
