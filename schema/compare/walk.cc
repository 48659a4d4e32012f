#include "schema/compare/walk.h"

#include <algorithm>
#include <utility>

#include "schema/base/stack.h"
#include "schema/compare/obligations.h"
#include "schema/compare/presence.h"
#include "schema/compare/side.h"
#include "schema/compare/walker.h"
#include "schema/crd/model/structural.h"
#include "schema/expressions/rule_set.h"

namespace structural::compare {
namespace {

using crd::Structural;
using objects::Checks;

// HasDemands returns whether the checks may refuse a value, and DemandsWithin whether they may refuse it because of its
// fields or elements. Both return true if the budget is exhausted.
bool HasDemands(const Checks& checks, ComparisonBudget& budget);

bool DemandsWithin(const Checks& checks, ComparisonBudget& budget) {
  const auto demands = [&](const Checks* each) { return each != nullptr && HasDemands(*each, budget); };
  return std::ranges::any_of(checks.properties, demands, &objects::FieldChecks::value) ||
         demands(checks.additional_properties) || demands(checks.items);
}

bool HasDemands(const Checks& checks, ComparisonBudget& budget) {
  if (!budget.Spend()) return true;
  const bool own = checks.type_count > 0 || checks.forbids_additional_properties || !checks.format.empty() ||
                   !checks.pattern.empty() || checks.limits != nullptr || !checks.enumeration.empty() ||
                   !checks.required.empty();
  const bool branches = !checks.one_of.empty() || !checks.any_of.empty() || checks.not_schema != nullptr;
  if (own || branches || DemandsWithin(checks, budget)) return true;
  return std::ranges::any_of(checks.all_of, [&](const Checks* each) { return HasDemands(*each, budget); });
}

// Whether the schema has CEL rules, lists of type set or map, or embedded resources.
bool HasConditions(const Structural& schema, ComparisonBudget& budget) {
  if (!budget.Spend()) return true;
  const crd::Extensions& extensions = *schema.extensions;
  if (!schema.x_validations.empty() || extensions.x_embedded_resource || extensions.x_list_type) return true;
  const auto below = [&](const Structural* each) { return each != nullptr && HasConditions(*each, budget); };
  return below(schema.items) || below(crd::AdditionalPropertiesOf(schema)) ||
         std::ranges::any_of(schema.properties, [&](const auto& each) { return HasConditions(*each.value, budget); });
}

// Whether the schema may refuse a value of an accepted kind because of its fields, its elements or a CEL rule. Spends
// one step of `budget` for each schema; returns true if the budget is exhausted.
bool MayRefuseWithin(const SchemaSide& side, ComparisonBudget& budget) {
  const bool checked =
      std::ranges::any_of(side.conjuncts.all, [&](const Checks* each) { return DemandsWithin(*each, budget); });
  return checked || (side.schema != nullptr && HasConditions(*side.schema, budget));
}

// Stack for one level of Visit and its callees, in bytes.
constexpr std::size_t kStackOfVisit = 32 * 1024;

SchemaSide RootOf(const WalkedSchema& of) {
  SchemaSide side{of.schema, {}, &of.path, of.prunes};
  std::vector<const objects::Checks*> checks = of.more_checks;
  if (of.checks != nullptr) checks.push_back(of.checks);
  side.conjuncts = ConjunctsOf(std::move(checks));
  side.is_resource = side.is_root = true;
  side.has_status = of.has_status;
  return side;
}

// Adds the fields that branches of the place require or specify.
void AddBranchFields(const Conjuncts& place, std::vector<FieldSteps>& to) {
  constexpr std::size_t kMaxBranchFields = 16;
  const auto add = [&](std::string_view name) {
    const FieldSteps field = {{Step::Kind::kName, std::string(name)}};
    if (to.size() < kMaxBranchFields && std::ranges::find(to, field) == to.end()) to.push_back(field);
  };
  const auto add_all = [&](const objects::Checks& branch) {
    for (const std::string_view name : branch.required) add(name);
    for (const auto& field : branch.properties) add(field.key);
  };
  for (const auto* each : place.all) {
    for (const auto branches : {each->any_of, each->one_of}) {
      for (const auto* branch : branches) add_all(*branch);
    }
    if (each->not_schema != nullptr) add_all(*each->not_schema);
  }
}

// Whether the schema has a scalar type. A string with a format also accepts lists, and another version may accept
// objects. The contents of such lists and objects are not compared, because the schema does not specify them.
bool IsScalar(const SchemaSide& side) {
  if (side.schema == nullptr) return false;
  const std::string_view type = side.schema->generic.type;
  return side.schema->extensions->x_int_or_string || (!type.empty() && type != "object" && type != "array");
}

}  // namespace

std::string FieldText(const FieldSteps& steps) {
  std::string text;
  for (const Step& step : steps) {
    switch (step.kind) {
      case Step::Kind::kName: text.append(".").append(step.name); break;
      case Step::Kind::kOtherKey: text.append("{}"); break;
      case Step::Kind::kElement: text.append("[]"); break;
    }
  }
  return text.empty() ? "." : text;
}

compare::Note* Walker::Note(Note::Kind kind, std::string_view keyword, const SchemaSide& from, const SchemaSide& to,
                            std::string before, std::string after, std::vector<std::string> hints) {
  compare::Note note{kind,
                     keyword,
                     steps_,
                     std::move(before),
                     std::move(after),
                     from.path->String(),
                     to.path->String(),
                     std::move(hints),
                     {},
                     {}};
  if (keyword != "properties") {
    for (std::string* path : {&note.before_path, &note.after_path}) path->append(".").append(keyword);
  }
  std::size_t bytes = note.before.size() + note.after.size() + note.before_path.size() + note.after_path.size() +
                      steps_.size() * sizeof(Step);
  for (const std::string& hint : note.hints) bytes += hint.size();
  if (!budget_.texts().Spend(bytes)) {
    complete_ = false;
    return nullptr;
  }
  return &notes_.emplace_back(std::move(note));
}

bool Walker::CheckValues(const SchemaSide& from, const SchemaSide& to, unsigned kinds) {
  std::vector<UnprovedObligation> refusals;
  Obligations obligations(budget_, &refusals);
  std::optional<Presence> presence;
  if ((kinds & kObject) != 0 && UsesPresence(to.conjuncts)) presence.emplace(from, to);
  CheckPlace({from.conjuncts, to.conjuncts, kinds, presence ? &presence->checks() : nullptr}, obligations);
  bool refused = false;
  for (UnprovedObligation& each : refusals) {
    refused = true;
    compare::Note* note = Note(Note::Kind::kRefused, each.keyword, from, to, std::move(each.before),
                               std::move(each.after), std::move(each.hints));
    const bool composition = each.keyword == "anyOf" || each.keyword == "oneOf" || each.keyword == "not";
    if (note == nullptr || !composition) continue;
    AddBranchFields(from.conjuncts, note->affecting_fields);
    AddBranchFields(to.conjuncts, note->affecting_fields);
  }
  return refused;
}

// If the first schema accepts a value of any type, which the second one may refuse, notes the changes of the value as a
// whole, and returns true. Returns false if the caller must compare the fields.
bool Walker::VisitUnspecified(const Pair& pair, bool refused) {
  const SchemaSide &from = pair.from, &to = pair.to;
  if (from.schema != nullptr || (!validates_ && to.schema != nullptr)) return false;
  const bool container = (RangesOf(to.conjuncts).kinds & (kObject | kArray)) != 0;
  const bool loses_data = container && from.Preserves() && !to.Preserves();
  const bool anything = to.schema == nullptr && to.conjuncts.all.empty();
  if (!anything && (!from.conjuncts.all.empty() || !from.Preserves() || !MayRefuseWithin(to, budget_))) return false;
  if (!anything || loses_data) pair.changes.value_may_change = pair.changes.type_may_change = true;
  if (loses_data) Note(Note::Kind::kLost, "x-kubernetes-preserve-unknown-fields", from, to, "any field", "");
  if (!anything && container && !refused)
    Note(Note::Kind::kConditionOnChangedValue, "properties", from, to, "any field", "");
  return true;
}

ValueChangesPtr Walker::Visit(const SchemaSide& from, const SchemaSide& to, unsigned kinds) {
  const bool deep = base::StackBytesLeft() < base::kStackReserveBytes + kStackOfVisit;
  if (deep || budget_.texts().exhausted() || !budget_.Spend()) {
    complete_ = false;
    return nullptr;
  }
  if (validates_ && (kinds & kObject) != 0 && !HasObjects(from)) kinds &= ~static_cast<unsigned>(kObject);
  auto changes = std::make_unique<ValueChanges>();
  Pair pair{from, to, *changes};
  const bool has_values = (RangesOf(from.conjuncts).kinds & kinds) != 0;
  const bool refused = has_values && CheckValues(from, to, kinds);
  if (texts_) CompareTexts(from, to);
  if (!has_values) return nullptr;
  if (VisitUnspecified(pair, refused)) return changes->HasNoChanges() ? nullptr : std::move(changes);
  unsigned both = RangesOf(from.conjuncts).kinds & RangesOf(to.conjuncts).kinds & kinds;
  // the new schema refuses all objects
  if (refused && validates_ && !HasObjects(to)) both &= ~static_cast<unsigned>(kObject);
  CompareTypes(pair);
  if (!from.prunes && IsScalar(from) && IsScalar(to)) both &= ~static_cast<unsigned>(kArray | kObject);
  if ((both & kArray) != 0) VisitItems(pair);
  if ((both & kObject) != 0) {
    pair.always_present = RequiredMembersIn(from);
    pair.required = RequiredNames(to.conjuncts);
    VisitMembers(pair);
  }
  if ((both & kArray) != 0) CompareListTypes(pair);
  if ((both & kArray) != 0) CompareMergedLists(pair);
  if ((both & kObject) != 0) CompareMergedMaps(pair);
  CheckConditionsOnChangedValues(pair);
  CompareRules(pair);
  return changes->HasNoChanges() ? nullptr : std::move(changes);
}

WalkResult Walker::Take() && { return {std::move(notes_), complete_ && !budget_.exhausted()}; }

WalkResult WalkSchemas(const WalkedSchema& from, const WalkedSchema& to, bool texts, ComparisonBudget& budget) {
  // A server runs rules in allOf, anyOf, oneOf and not only if the schema also has rules elsewhere. An update that adds
  // the first such rule therefore also starts those inside.
  const auto runs_rules = [](const WalkedSchema& of) {
    return of.schema != nullptr && expressions::RunsRules(*of.schema);
  };
  Walker walker(
      {texts, to.schema == nullptr || to.checks != nullptr, runs_rules(from) || !runs_rules(to), to.read_again},
      budget);
  const SchemaSide a = RootOf(from);
  SchemaSide b = RootOf(to);
  b.drops_status = to.has_status && !from.has_status;
  walker.Visit(a, b, kObject);
  return std::move(walker).Take();
}

namespace {

// Walker: the comparison of members of objects.

using kubernetes::FieldPath;

// Returns the names, and apiVersion and kind if a server requires them, because the value is an embedded resource.
std::vector<std::string_view> WithRequiredResourceFields(const SchemaSide& side, std::vector<std::string_view> names) {
  if (!side.is_resource || side.is_root || side.in_status) return names;
  for (const std::string_view key : {"apiVersion", "kind"}) {
    if (!Contains(names, key)) names.insert(std::ranges::lower_bound(names, key), key);
  }
  return names;
}

bool IsInMetadata(const SchemaSide& side) { return side.in_metadata && side.resource_field == ResourceField::kNone; }

// Whether one of the schemas replaces a null map entry by its default, and neither schema keeps the null.
bool DefaultsNulls(const SchemaSide& from, const SchemaSide& to) {
  const NullHandling before = NullHandlingOf(from), after = NullHandlingOf(to);
  const bool stays = before == NullHandling::kStays || after == NullHandling::kStays;
  return !stays && (before == NullHandling::kIsDefaulted || after == NullHandling::kIsDefaulted);
}

std::string TypeOf(const SchemaSide& side) { return side.schema == nullptr ? "any type" : TypeText(side.conjuncts); }

}  // namespace

// Visits a member. `differs`: whether an update may read the default as the old value, because the object was stored
// without the member. This affects rules on oldSelf.
ValueChangesPtr Walker::VisitWithOld(const SchemaSide& from, const SchemaSide& to, bool differs) {
  const bool around = std::exchange(old_value_may_differ_, old_value_may_differ_ || differs);
  ValueChangesPtr changes = Visit(from, to, kNonNullKinds);
  old_value_may_differ_ = around;
  return changes;
}

void Walker::VisitPart(const Pair& pair, const MemberPlace& from, const MemberPlace& to, bool has_room,
                       ValueChangesPtr& changes) {
  const bool named = steps_.back().kind == Step::Kind::kName;
  const bool is_set = !validates_ && !(from.side.Default().empty() && to.side.Default().empty());
  if (is_set && (from.side.conjuncts.forbidden || !from.side.conjuncts.all.empty())) {
    MemberPlace unchecked = from;  // no checks: the storage version's defaults are not validated
    unchecked.side.conjuncts = {};
    return VisitPart(pair, unchecked, to, true, changes);
  }
  if (!from.kept || from.side.conjuncts.forbidden) {
    if (to.kept && !to.Default().empty())
      CompareDefaults(from.side, to.side, {"", to.Default()}, MakeIfMissing(changes));
    return;
  }
  if (to.kept) return VisitKept(pair, from, to, has_room, changes);
  if (!has_room) return;
  MakeIfMissing(changes).value_may_change = MakeIfMissing(changes).may_disappear = true;
  const std::string_view keyword = named                         ? "properties"
                                   : from.side.schema != nullptr ? "additionalProperties"
                                   : pair.from.schema == nullptr ? "properties"
                                   : pair.from.schema->additional_properties != nullptr
                                       ? "additionalProperties"
                                       : "x-kubernetes-preserve-unknown-fields";
  Note(Note::Kind::kLost, keyword, from.side, pair.to, TypeOf(from.side), "");
}

// Whether every object of the first schema has the member at the current path.
bool Walker::IsAlwaysPresent(const Pair& pair, const MemberPlace& from) const {
  if (validates_ && IsRequiredByServer(from.side)) return true;
  return steps_.back().kind == Step::Kind::kName && from.Default().empty() && !DropsAcceptedNull(from.side) &&
         !(from.is_entry && NullHandlingOf(from.side) == NullHandling::kIsDefaulted) &&
         Contains(pair.always_present, steps_.back().name);
}

void Walker::VisitKept(const Pair& pair, const MemberPlace& from, const MemberPlace& to, bool has_room,
                       ValueChangesPtr& field_changes) {
  const bool named = steps_.back().kind == Step::Kind::kName;
  const bool meta = IsInMetadata(from.side) || IsInMetadata(to.side);
  const bool of_root = from.side.in_root_metadata || to.side.in_root_metadata;
  ValueChanges changes;
  const bool demanded = (named && to.Default().empty() && Contains(pair.required, steps_.back().name)) ||
                        (validates_ && IsRequiredByServer(to.side));
  const bool entries = from.is_entry && to.is_entry;
  const Defaults defaults =
      entries ? Defaults{from.side.Default(), to.side.Default()} : Defaults{from.Default(), to.Default()};
  const bool tells_default =
      !of_root && !IsAlwaysPresent(pair, from) && !demanded && (!entries || DefaultsNulls(from.side, to.side));
  if (!meta) CompareNulls(pair, from, to, tells_default, changes);
  if (tells_default) CompareDefaults(from.side, to.side, defaults, changes);
  if (has_room)
    field_changes = VisitWithOld(from.side, to.side, changes.value_may_change && !to.side.Default().empty());
  if (!changes.value_may_change) return;
  MakeIfMissing(field_changes).value_may_change = true;
  field_changes->may_appear |= changes.may_appear;
  field_changes->may_disappear |= changes.may_disappear;
}

void Walker::VisitMember(const Pair& pair, std::string_view key, bool has_room) {
  const FieldPath before = PlaceOfMember(pair.from, key), after = PlaceOfMember(pair.to, key);
  const MemberPlace from = MemberOf(pair.from, key, before), to = MemberOf(pair.to, key, after);
  steps_.push_back({Step::Kind::kName, std::string(key)});
  ValueChangesPtr changes;
  VisitPart(pair, from, to, has_room, changes);
  if (pair.to.drops_status && key == "status")
    MakeIfMissing(changes).value_may_change = MakeIfMissing(changes).may_disappear = true;
  if (changes != nullptr) pair.changes.members[std::string(key)] = std::move(changes);
  steps_.pop_back();
}

void Walker::VisitOthers(const Pair& pair, bool has_room) {
  const FieldPath before = pair.from.path->Child("additionalProperties"),
                  after = pair.to.path->Child("additionalProperties");
  const MemberPlace from = AdditionalMemberOf(pair.from, before), to = AdditionalMemberOf(pair.to, after);
  steps_.push_back({Step::Kind::kOtherKey});
  VisitPart(pair, from, to, has_room, pair.changes.others);
  steps_.pop_back();
}

// Notes each field that the second schema requires and that an object of the first schema can lack after defaulting. A
// field that both schemas require, and the first one drops, is not noted: no object has it.
void Walker::CheckRequired(const Pair& pair) {
  const bool both = pair.from.is_resource && pair.to.is_resource;
  const auto names = [&](const SchemaSide& side, std::vector<std::string_view> of_schema) {
    return both ? WithRequiredResourceFields(side, std::move(of_schema)) : of_schema;
  };
  const auto before = names(pair.from, pair.always_present);
  for (const std::string_view key : names(pair.to, pair.required)) {
    if (pair.from.is_root && crd::IsMetaField(key)) continue;
    const FieldPath place = PlaceOfMember(pair.to, key), old_place = PlaceOfMember(pair.from, key);
    const MemberPlace to = MemberOf(pair.to, key, place), from = MemberOf(pair.from, key, old_place);
    // If a create drops the status under the first schema, too, an object that has a status got it from an update of
    // the status. Its status then gets the default when it is read.
    const bool updated = pair.from.has_status && Contains(before, key);
    const bool drops = pair.to.has_status && key == "status" && !updated;
    const bool may_disappear = pair.to.drops_status && key == "status";
    const bool defaulted = to.kept && !to.Default().empty() && !drops;
    const bool nulled = from.is_entry && to.is_entry && MayDropNull(from, to);  // CompareNulls notes null properties
    const bool there = to.kept && from.Default().empty() && !nulled;
    if (!may_disappear && (defaulted || (Contains(before, key) && (there || !from.kept)))) continue;
    steps_.push_back({Step::Kind::kName, std::string(key)});
    Note(Note::Kind::kRefused, "required", pair.from, pair.to, "", "true");
    steps_.pop_back();
  }
}

// Returns the members that every object of the first schema has. Ignores the number of members in a walk that does not
// validate, because the storage version does not check it for objects of other versions.
std::vector<std::string_view> Walker::RequiredMembersIn(const SchemaSide& from) const {
  return validates_ ? RequiredMembersOf(from) : RequiredNames(from.conjuncts);
}

// Returns the members that every object has when the server of the first schema counts its members. In a walk that does
// not validate, objects come from another version, which counts members before the storage version's defaults are set.
std::vector<std::string_view> Walker::AlwaysPresentIn(const SchemaSide& from) const {
  return validates_ ? Presence(from, from).always_present() : RequiredNames(from.conjuncts);
}

// Notes apiVersion, kind and metadata of an object that is no longer an embedded resource: a server drops them, or no
// longer decodes the metadata.
void Walker::NoteDroppedResourceFields(const Pair& pair) {
  if (!pair.from.is_resource || pair.to.is_resource) return;
  const auto touch = [&](std::string_view key) -> ValueChanges& {
    pair.changes.value_may_change = true;
    ValueChanges& changes = MakeIfMissing(pair.changes.members[std::string(key)]);
    changes.value_may_change = true;
    return changes;
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

// Visits the members. If the members that every object has already reach the maximum number, an object can have other
// members only as nulls that the server drops. These members are visited with has_room = false.
void Walker::VisitMembers(const Pair& pair) {
  const std::int64_t max = RangesOf(pair.from.conjuncts).properties.max;
  std::vector<std::string_view> always;
  if (max != kAllSizes.max) always = AlwaysPresentIn(pair.from);
  const bool is_full = max != kAllSizes.max && static_cast<std::int64_t>(always.size()) >= max;
  if (!is_full) always.clear();
  std::vector<std::string_view> more = always;
  // An embedded resource has valid apiVersion, kind and metadata, even if its schema does not specify them. If it
  // becomes a plain object, they are therefore visited, too.
  const bool was_resource = pair.from.is_resource && !pair.to.is_resource;
  for (const std::string_view key : crd::kMetaFields) {
    if (was_resource && MemberOf(pair.to, key, *pair.to.path).kept) more.push_back(key);
  }
  for (const std::string_view key : KeysOf(pair.from, pair.to, more)) {
    // An update of the status does not count the other fields, so an object with the maximum number of members can
    // still get a status.
    const bool of_status = pair.from.has_status && pair.from.is_root && key == "status";
    VisitMember(pair, key, !is_full || of_status || Contains(always, key));
  }
  VisitOthers(pair, !is_full);
  CheckRequired(pair);
  NoteDroppedResourceFields(pair);
  const bool embeds = pair.to.is_resource && !pair.from.is_resource;
  if (embeds) Note(Note::Kind::kRefused, "x-kubernetes-embedded-resource", pair.from, pair.to, "", "true", {"{}"});
}

}  // namespace structural::compare
