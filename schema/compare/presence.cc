#include "schema/compare/presence.h"

#include <algorithm>
#include <optional>

#include "schema/crd/model/structural.h"

namespace structural::compare {

using kubernetes::FieldPath;

FieldPath PlaceOfMember(const SchemaSide& object, std::string_view key) {
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

std::vector<std::string_view> WithMetaFields(const SchemaSide& object, std::vector<std::string_view> keys) {
  if (object.is_resource) keys.insert(keys.end(), std::begin(crd::kMetaFields), std::end(crd::kMetaFields));
  return keys;
}

// Returns the members that an object may have; nullopt if it may have any. For the root, always returns nullopt,
// because updates of the status do not count the root's members.
std::optional<std::vector<std::string_view>> PossibleIn(const SchemaSide& object) {
  const MemberPlace other = AdditionalMemberOf(object, *object.path);
  if (object.is_root || (other.kept && !other.side.conjuncts.forbidden)) return std::nullopt;
  auto keys = KeysOf(object, object, WithMetaFields(object, RequiredNames(object.conjuncts)));
  std::erase_if(keys, [&](std::string_view key) {
    const MemberPlace member = MemberOf(object, key, *object.path);
    return !member.kept || member.side.conjuncts.forbidden;
  });
  return keys;
}

// Whether the schema specifies at least `min` members that an object can have.
bool HasFields(const SchemaSide& object, std::int64_t min) {
  if (object.schema == nullptr) return false;
  std::int64_t count = 0;
  for (const auto& [key, property] : object.schema->properties) {
    if (!MemberOf(object, key, *object.path).side.conjuncts.forbidden && ++count == min) return true;
  }
  return false;
}

std::int64_t LeastIn(const SchemaSide& object) { return RangesOf(object.conjuncts).properties.min; }

}  // namespace

std::vector<std::string_view> RequiredMembersOf(const SchemaSide& object) {
  std::vector<std::string_view> names = RequiredNames(object.conjuncts);
  const std::int64_t min = LeastIn(object);
  if (min <= 0) return names;
  const auto possible = PossibleIn(object);
  if (!possible || static_cast<std::int64_t>(possible->size()) > min) return names;
  names.insert(names.end(), possible->begin(), possible->end());
  return EachOnce(std::move(names));
}

bool HasObjects(const SchemaSide& object) {
  const std::int64_t min = LeastIn(object);
  if (min <= 0 || HasFields(object, min)) return true;
  const auto possible = PossibleIn(object);
  return !possible || static_cast<std::int64_t>(possible->size()) >= min;
}

std::vector<std::string_view> KeysOf(const SchemaSide& from, const SchemaSide& to,
                                     std::span<const std::string_view> more) {
  std::vector<std::string_view> keys = PropertyNames(to.conjuncts);
  keys.insert(keys.end(), more.begin(), more.end());
  for (const SchemaSide* side : {&from, &to}) {
    if (side->schema == nullptr) continue;
    for (const auto& entry : side->schema->properties) keys.push_back(entry.key);
  }
  return EachOnce(std::move(keys));
}

bool AcceptsNull(const SchemaSide& side) { return (RangesOf(side.conjuncts).kinds & kNull) != 0; }

bool MayDropNull(const MemberPlace& before, const MemberPlace& after) {
  if (NullHandlingOf(after.side) != NullHandling::kIsDropped) return false;
  const NullHandling handling = NullHandlingOf(before.side);
  return (handling == NullHandling::kStays && AcceptsNull(before.side)) ||
         (before.is_entry && handling == NullHandling::kIsDefaulted);
}

// Adds a member. A required member is present in all objects, except in two cases: it has its own default, which
// servers set later, or it is null and the new server drops it.
void Presence::AddMember(const SchemaSide& from, const SchemaSide& to, std::string_view key, bool required) {
  const FieldPath before = PlaceOfMember(from, key), after = PlaceOfMember(to, key);
  const MemberPlace a = MemberOf(from, key, before), b = MemberOf(to, key, after);
  const bool status = key == "status";
  const bool defaulted = b.kept && !b.Default().empty();
  const bool possible = a.kept && b.kept && !a.side.conjuncts.forbidden;
  if (defaulted || possible) {
    static constexpr objects::Checks kAnything;
    fields_.push_back({key, &kAnything});
  }
  const bool own = key != "metadata" && !from.in_status && a.Default().empty();
  const bool meta = from.is_resource && to.is_resource && crd::IsMetaField(key) && (from.is_root || own);
  const bool there = required && b.kept && a.Default().empty() && !MayDropNull(a, b);
  const bool keeps_default = defaulted && !(status && to.has_status);
  if (meta || keeps_default || (there && !(status && to.drops_status))) always_.push_back(key);
}

Presence::Presence(const SchemaSide& from, const SchemaSide& to) {
  const auto required = RequiredMembersOf(from);
  std::vector<std::string_view> more = required;
  if (from.is_resource || to.is_resource)
    more.insert(more.end(), std::begin(crd::kMetaFields), std::end(crd::kMetaFields));
  for (const std::string_view key : KeysOf(from, to, more))
    AddMember(from, to, key, std::ranges::binary_search(required, key));
  const MemberPlace a = AdditionalMemberOf(from, *from.path), b = AdditionalMemberOf(to, *to.path);
  if (a.kept && b.kept && !a.side.conjuncts.forbidden) {
    max_ = kAllSizes.max;
  } else {
    max_ = static_cast<std::int64_t>(fields_.size());
    checks_.properties = fields_;
    checks_.forbids_additional_properties = true;
  }
  limits_.min_properties = min_members();
  if (max_ != kAllSizes.max) limits_.max_properties = max_;
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
