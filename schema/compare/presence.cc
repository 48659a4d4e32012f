#include "schema/compare/presence.h"

#include <algorithm>

#include "schema/objects/fields.h"

namespace structural::compare {

using kubernetes::FieldPath;

FieldPath PlaceOfMember(const Side& object, std::string_view key) {
  const bool named = object.schema != nullptr && object.schema->properties.Find(key) != nullptr;
  return named ? object.path->Child("properties", key) : object.path->Child("additionalProperties");
}

namespace {

std::vector<std::string_view> EachOnce(std::vector<std::string_view> keys) {
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return keys;
}

}  // namespace

std::vector<std::string_view> KeysOf(const Side& from, const Side& to, std::span<const std::string_view> more) {
  std::vector<std::string_view> keys = PropertyNames(to.conjuncts);
  keys.insert(keys.end(), more.begin(), more.end());
  for (const Side* side : {&from, &to}) {
    if (side->schema == nullptr) continue;
    for (const auto& entry : side->schema->properties) keys.push_back(entry.key);
  }
  return EachOnce(std::move(keys));
}

bool TakesNull(const Side& side) { return (RangesOf(side.conjuncts).kinds & kNull) != 0; }

// What is required is there unless it has a default of its own, which servers add later, or is null
// and is dropped now.
void Presence::Look(const Side& from, const Side& to, std::string_view key, bool required) {
  const FieldPath before = PlaceOfMember(from, key), after = PlaceOfMember(to, key);
  const Part a = MemberOf(from, key, before), b = MemberOf(to, key, after);
  const bool status = key == "status";
  const bool defaulted = b.kept && !b.Default().empty();
  const bool possible = a.kept && b.kept && !a.side.conjuncts.forbidden;
  if (defaulted || possible) ++most_;
  const bool own = key != "metadata" && !from.in_status && a.Default().empty();
  const bool meta = from.resource && to.resource && objects::IsMetaField(key) && (from.root || own);
  const bool nulled = FateOfNull(b.side) == NullFate::kIsDropped && FateOfNull(a.side) == NullFate::kStays &&
                      TakesNull(a.side);
  const bool there = required && b.kept && a.Default().empty() && !nulled;
  const bool keeps_default = defaulted && !(status && to.has_status);
  if (meta || keeps_default || (there && !(status && to.drops_status))) always_.push_back(key);
}

Presence::Presence(const Side& from, const Side& to) {
  const auto required = RequiredNames(from.conjuncts);
  std::vector<std::string_view> more = required;
  if (from.resource || to.resource) more.insert(more.end(), std::begin(objects::kMetaFields), std::end(objects::kMetaFields));
  for (const std::string_view key : KeysOf(from, to, more)) Look(from, to, key, std::ranges::binary_search(required, key));
  const Part a = OtherOf(from, *from.path), b = OtherOf(to, *to.path);
  if (a.kept && b.kept && !a.side.conjuncts.forbidden) most_ = kSizes.most;
  limits_.min_properties = least();
  if (most_ != kSizes.most) limits_.max_properties = most_;
  checks_.limits = &limits_;
  checks_.required = always_;
}

bool UsesPresence(const Conjuncts& to) {
  return std::ranges::any_of(to.all, [](const objects::Checks* each) {
    const bool counts = each->limits != nullptr && (each->limits->min_properties || each->limits->max_properties);
    return counts || !each->any_of.empty() || !each->one_of.empty() || each->not_schema != nullptr;
  });
}

}  // namespace structural::compare
