#include "schema/compare/conjuncts.h"

#include <algorithm>

#include "schema/base/text.h"
#include "schema/compare/numbers.h"
#include "schema/objects/check_value.h"

namespace structural::compare {
namespace {

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

// A format without a type refuses numbers, and a string with a format accepts lists.
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
  if (found != std::end(kShortest)) to.length.Cut({found->length, kSizes.most});
}

void CutSizes(const objects::Limits& limits, Ranges& to) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  to.length.Cut({limits.min_length.value_or(0), limits.max_length.value_or(kMax)});
  to.items.Cut({limits.min_items.value_or(0), limits.max_items.value_or(kMax)});
  to.properties.Cut({limits.min_properties.value_or(0), limits.max_properties.value_or(kMax)});
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

Conjuncts With(const Conjuncts& conjuncts, const Checks& more) {
  Conjuncts made = conjuncts;
  const Conjuncts added = ConjunctsOf({&more});
  made.own.push_back(&more);
  made.all.insert(made.all.end(), added.all.begin(), added.all.end());
  return made;
}

Conjuncts OfProperty(const Conjuncts& object, std::string_view key) {
  std::vector<const Checks*> own;
  bool forbidden = object.forbidden;
  for (const Checks* each : object.all) {
    const Checks* found = FindProperty(*each, key);
    if (found == nullptr) found = each->additional;
    if (found != nullptr) own.push_back(found);
    forbidden |= found == nullptr && each->forbids_additional;
  }
  Conjuncts made = ConjunctsOf(std::move(own));
  made.forbidden = forbidden;
  return made;
}

Conjuncts OfOtherKeys(const Conjuncts& object) {
  std::vector<const Checks*> own;
  bool forbidden = object.forbidden;
  for (const Checks* each : object.all) {
    if (each->additional != nullptr) own.push_back(each->additional);
    forbidden |= each->additional == nullptr && each->forbids_additional;
  }
  Conjuncts made = ConjunctsOf(std::move(own));
  made.forbidden = forbidden;
  return made;
}

Conjuncts OfItems(const Conjuncts& list) {
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

bool Accept(const Conjuncts& conjuncts, const json::Value& value, base::WorkBudget& work) {
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
