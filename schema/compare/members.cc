// Members of objects, on a walk.
#include <algorithm>
#include <utility>

#include "schema/compare/presence.h"
#include "schema/compare/walker.h"
#include "schema/crd/model/fields.h"

namespace structural::compare {
namespace {

using kubernetes::FieldPath;

// Returns the names, and those that a server requires of an embedded resource.
std::vector<std::string_view> WithOwnFields(const SchemaSide& side, std::vector<std::string_view> names) {
  if (!side.resource || side.root || side.in_status) return names;
  for (const std::string_view key : {"apiVersion", "kind"}) {
    if (!Contains(names, key)) names.insert(std::ranges::lower_bound(names, key), key);
  }
  return names;
}

bool IsInMetadata(const SchemaSide& side) { return side.metadata && side.own_field == OwnField::kNone; }

// Whether the default of a map entry replaces null on one side, and neither side keeps null.
bool DefaultsNulls(const SchemaSide& from, const SchemaSide& to) {
  const NullHandling before = FateOfNull(from), after = FateOfNull(to);
  const bool stays = before == NullHandling::kStays || after == NullHandling::kStays;
  return !stays && (before == NullHandling::kIsDefaulted || after == NullHandling::kIsDefaulted);
}

std::string TypeOf(const SchemaSide& side) { return side.schema == nullptr ? "any type" : TypeText(side.conjuncts); }

}  // namespace

// `differs`: an update may read the default as old value if the object was stored without one, which affects rules on
// oldSelf.
ValueChangesPtr Walker::VisitWithOld(const SchemaSide& from, const SchemaSide& to, bool differs) {
  const bool around = std::exchange(old_differs_, old_differs_ || differs);
  ValueChangesPtr touched = Visit(from, to, kNonNullKinds);
  old_differs_ = around;
  return touched;
}

void Walker::VisitPart(const Pair& pair, const MemberPlace& from, const MemberPlace& to, bool has_room,
                       ValueChangesPtr& touched) {
  const bool named = steps_.back().kind == Step::Kind::kName;
  const bool is_set = !validates_ && !(from.side.Default().empty() && to.side.Default().empty());
  if (is_set && (from.side.conjuncts.forbidden || !from.side.conjuncts.all.empty())) {
    MemberPlace unchecked = from;  // the storage version's defaults are not validated
    unchecked.side.conjuncts = {};
    return VisitPart(pair, unchecked, to, true, touched);
  }
  if (!from.kept || from.side.conjuncts.forbidden) {
    if (to.kept && !to.Default().empty()) CompareDefaults(from.side, to.side, {"", to.Default()}, Make(touched));
    return;
  }
  if (to.kept) return VisitKept(pair, from, to, has_room, touched);
  if (!has_room) return;
  Make(touched).value = Make(touched).may_disappear = true;
  const std::string_view keyword = named                         ? "properties"
                                   : from.side.schema != nullptr ? "additionalProperties"
                                   : pair.from.schema == nullptr ? "properties"
                                   : pair.from.schema->additional_properties != nullptr
                                       ? "additionalProperties"
                                       : "x-kubernetes-preserve-unknown-fields";
  Note(Note::Kind::kLost, keyword, from.side, pair.to, TypeOf(from.side), "");
}

// Whether every object of the first schema has the current member.
bool Walker::IsAlways(const Pair& pair, const MemberPlace& from) const {
  if (validates_ && IsRequiredByServer(from.side)) return true;
  return steps_.back().kind == Step::Kind::kName && from.Default().empty() && !DropsAcceptedNull(from.side) &&
         !(from.is_entry && FateOfNull(from.side) == NullHandling::kIsDefaulted) &&
         Contains(pair.demanded, steps_.back().name);
}

void Walker::VisitKept(const Pair& pair, const MemberPlace& from, const MemberPlace& to, bool has_room,
                       ValueChangesPtr& touched) {
  const bool named = steps_.back().kind == Step::Kind::kName;
  const bool meta = IsInMetadata(from.side) || IsInMetadata(to.side);
  const bool of_root = from.side.root_metadata || to.side.root_metadata;
  ValueChanges changes;
  const bool demanded = (named && to.Default().empty() && Contains(pair.required, steps_.back().name)) ||
                        (validates_ && IsRequiredByServer(to.side));
  const bool entries = from.is_entry && to.is_entry;
  const Defaults defaults =
      entries ? Defaults{from.side.Default(), to.side.Default()} : Defaults{from.Default(), to.Default()};
  const bool tells_default =
      !of_root && !IsAlways(pair, from) && !demanded && (!entries || DefaultsNulls(from.side, to.side));
  if (!meta) CompareNulls(pair, from, to, tells_default, changes);
  if (tells_default) CompareDefaults(from.side, to.side, defaults, changes);
  if (has_room) touched = VisitWithOld(from.side, to.side, changes.value && !to.side.Default().empty());
  if (!changes.value) return;
  Make(touched).value = true;
  touched->may_appear |= changes.may_appear;
  touched->may_disappear |= changes.may_disappear;
}

void Walker::VisitMember(const Pair& pair, std::string_view key, bool has_room) {
  const FieldPath before = PlaceOfMember(pair.from, key), after = PlaceOfMember(pair.to, key);
  const MemberPlace from = MemberOf(pair.from, key, before), to = MemberOf(pair.to, key, after);
  steps_.push_back({Step::Kind::kName, std::string(key)});
  ValueChangesPtr touched;
  VisitPart(pair, from, to, has_room, touched);
  if (pair.to.drops_status && key == "status") Make(touched).value = Make(touched).may_disappear = true;
  if (touched != nullptr) pair.touched.members[std::string(key)] = std::move(touched);
  steps_.pop_back();
}

void Walker::VisitOthers(const Pair& pair, bool has_room) {
  const FieldPath before = pair.from.path->Child("additionalProperties"),
                  after = pair.to.path->Child("additionalProperties");
  const MemberPlace from = OtherOf(pair.from, before), to = OtherOf(pair.to, after);
  steps_.push_back({Step::Kind::kOtherKey});
  VisitPart(pair, from, to, has_room, pair.touched.others);
  steps_.pop_back();
}

// Notes fields that are newly required. Defaults are set before this check. A field that is required and dropped does
// not occur, because every object lacks it.
void Walker::CheckRequired(const Pair& pair) {
  const bool both = pair.from.resource && pair.to.resource;
  const auto names = [&](const SchemaSide& side, std::vector<std::string_view> of_schema) {
    return both ? WithOwnFields(side, std::move(of_schema)) : of_schema;
  };
  const auto before = names(pair.from, pair.demanded);
  for (const std::string_view key : names(pair.to, pair.required)) {
    if (pair.from.root && crd::IsMetaField(key)) continue;
    const FieldPath place = PlaceOfMember(pair.to, key), old_place = PlaceOfMember(pair.from, key);
    const MemberPlace to = MemberOf(pair.to, key, place), from = MemberOf(pair.from, key, old_place);
    // If the first server drops the member, too, an object with a status results from an update, which gets the default when
    // it is read.
    const bool updated = pair.from.has_status && Contains(before, key);
    const bool drops = pair.to.has_status && key == "status" && !updated;
    const bool may_disappear = pair.to.drops_status && key == "status";
    const bool defaulted = to.kept && !to.Default().empty() && !drops;
    const bool nulled = from.is_entry && to.is_entry && MayDropNull(from, to);  // CompareNulls notes properties
    const bool there = to.kept && from.Default().empty() && !nulled;
    if (!may_disappear && (defaulted || (Contains(before, key) && (there || !from.kept)))) continue;
    steps_.push_back({Step::Kind::kName, std::string(key)});
    Note(Note::Kind::kRefused, "required", pair.from, pair.to, "", "true");
    steps_.pop_back();
  }
}

// The storage version does not validate the number of members of other versions' objects.
std::vector<std::string_view> Walker::DemandedIn(const SchemaSide& from) const {
  return validates_ ? DemandedBy(from) : RequiredNames(from.conjuncts);
}

// Returns the members that count for the first schema's limits. Another version counts before the storage version's
// defaults.
std::vector<std::string_view> Walker::AlwaysIn(const SchemaSide& from) const {
  return validates_ ? Presence(from, from).always() : RequiredNames(from.conjuncts);
}

// Notes apiVersion, kind and metadata of an object that stops being a resource: a server drops them, or does not decode
// its metadata any longer.
void Walker::DropOwnFields(const Pair& pair) {
  if (!pair.from.resource || pair.to.resource) return;
  const auto touch = [&](std::string_view key) -> ValueChanges& {
    pair.touched.value = true;
    ValueChanges& touched = Make(pair.touched.members[std::string(key)]);
    touched.value = true;
    return touched;
  };
  bool drops = false;
  for (const std::string_view key : crd::kMetaFields) {
    const bool kept = MemberOf(pair.to, key, *pair.to.path).kept;
    if (!kept) drops = touch(key).may_disappear = true;
    if (kept && key == "metadata") touch(key);
  }
  Note(drops ? Note::Kind::kLost : Note::Kind::kDefault, "x-kubernetes-embedded-resource", pair.from, pair.to, "true",
       "");
}

// If an object has the maximum number of members, others are absent, or null and dropped.
void Walker::VisitMembers(const Pair& pair) {
  const std::int64_t most = RangesOf(pair.from.conjuncts).properties.most;
  std::vector<std::string_view> always;
  if (most != kSizes.most) always = AlwaysIn(pair.from);
  const bool is_full = most != kSizes.most && static_cast<std::int64_t>(always.size()) >= most;
  if (!is_full) always.clear();
  std::vector<std::string_view> more = always;
  const bool was_resource = pair.from.resource && !pair.to.resource;  // others: only specified fields are validated
  for (const std::string_view key : crd::kMetaFields) {
    if (was_resource && MemberOf(pair.to, key, *pair.to.path).kept) more.push_back(key);
  }
  for (const std::string_view key : KeysOf(pair.from, pair.to, more)) {
    // Updates of the status ignore all other fields.
    const bool of_status = pair.from.has_status && pair.from.root && key == "status";
    VisitMember(pair, key, !is_full || of_status || Contains(always, key));
  }
  VisitOthers(pair, !is_full);
  CheckRequired(pair);
  DropOwnFields(pair);
  const bool embeds = pair.to.resource && !pair.from.resource;
  if (embeds) Note(Note::Kind::kRefused, "x-kubernetes-embedded-resource", pair.from, pair.to, "", "true", {"{}"});
}

}  // namespace structural::compare
