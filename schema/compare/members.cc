// The members of objects, on a walk.
#include <algorithm>

#include "schema/base/quote.h"
#include "schema/compare/presence.h"
#include "schema/compare/walker.h"
#include "schema/objects/default.h"
#include "schema/objects/fields.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"

namespace structural::compare {
namespace {

using kubernetes::FieldPath;

constexpr std::size_t kShortDefault = 120;

bool Contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

// Of a CRD that an older server has stored, a default may be none of its values. What is not validated is still an object
// with its metadata.
bool FitsDefault(const Side& side, json::Value value, bool validates, base::Arena& arena) {
  if (!objects::Default(value, side.schema, arena).ok()) return false;
  const objects::ObjectPath path;
  if (!validates)
    return !objects::CoerceObjectMeta(path, value, side.schema, false, objects::Malformed::kIsAnError, arena).error;
  return Accept(side.conjuncts, value) && objects::ValidateListTypes(path, side.schema, value).empty() &&
         objects::ValidateObjectMeta(path, value, side.schema, false).empty();
}

bool FitsText(const Side& side, std::string_view text, bool validates) {
  base::Arena arena(1024);
  const auto value = json::Parser(arena).Parse(text);
  return value.ok() && FitsDefault(side, *value, validates, arena);
}

// What becomes of a null; empty: it is dropped.
std::string FateText(const Side& side, NullFate fate) {
  if (fate == NullFate::kIsDefaulted) return base::Shorten(std::string(side.Default()), kShortDefault);
  if (fate == NullFate::kIsEmptied) return "{}";
  return fate == NullFate::kStays ? "null" : "";
}

// In a comparison of the storage version for another version: that one accepts null, and the storage version drops it.
bool DropsAcceptedNull(const Side& side) { return TakesNull(side) && FateOfNull(side) != NullFate::kStays; }

// An object without it is refused. Updates of the status do not look.
bool IsAlwaysGiven(const Side& side) { return side.own_field == OwnField::kText && !side.in_status; }

bool IsInMetadata(const Side& side) { return side.metadata && side.own_field == OwnField::kNone; }

// For entries of maps: their default replaces a null.
bool DefaultsNulls(const Side& from, const Side& to) {
  const NullFate before = FateOfNull(from), after = FateOfNull(to);
  const bool stays = before == NullFate::kStays || after == NullFate::kStays;
  return !stays && (before == NullFate::kIsDefaulted || after == NullFate::kIsDefaulted);
}

std::string TypeOf(const Side& side) {
  return side.schema == nullptr ? "any type" : TypeText(side.conjuncts);
}

}  // namespace

void Walker::CompareDefaults(const Side& from, const Side& to, const Defaults& defaults, Touched& touched) {
  const auto [before, after] = defaults;
  if (before == after) return;
  base::Arena arena(1024);
  json::Parser parser(arena);
  const auto a = parser.Parse(before.empty() ? "null" : before);
  const auto b = parser.Parse(after.empty() ? "null" : after);
  const bool both = !before.empty() && !after.empty();
  if (both && a.ok() && b.ok() && json::Equal(*a, *b)) return;
  touched.value = true;
  touched.comes |= before.empty();
  touched.goes |= after.empty();
  const std::string old_text = before.empty() || !a.ok() ? "" : ShortText(*a);
  const std::string text = after.empty() || !b.ok() ? "" : ShortText(*b);
  const bool fits = text.empty() || FitsDefault(to, *b, validates_, arena);
  if (!fits && validates_) return (void)Note(Note::Kind::kRefused, "default", from, to, old_text, text);
  if (!fits) Note(Note::Kind::kRefused, "x-kubernetes-embedded-resource", from, to, old_text, text);
  Note(Note::Kind::kDefault, "default", from, to, old_text, text);
}

// A null stays, is dropped or becomes the default, on each side by its own schema. `tells_default`: CompareDefaults tells
// of a default that is refused.
void Walker::CompareNulls(const Pair& pair, const Side& from, const Side& to, bool tells_default, Touched& touched) {
  const std::string_view key = steps_.back().name;
  const NullFate before = FateOfNull(from), after = FateOfNull(to);
  const bool accepted = before == NullFate::kStays ? TakesNull(from)
                        : before == NullFate::kIsDropped
                            ? !IsAlwaysGiven(from) && (!Contains(RequiredNames(pair.from.conjuncts), key) || DropsAcceptedNull(from))
                            : before != NullFate::kIsRefused;
  if (!accepted) return;
  const auto is_taken = [&] {
    switch (after) {
      case NullFate::kStays: return TakesNull(to);
      case NullFate::kIsDropped: return !Contains(RequiredNames(pair.to.conjuncts), key);
      case NullFate::kIsRefused: return false;
      case NullFate::kIsEmptied: return before == after || FitsText(to, "{}", validates_);
      case NullFate::kIsDefaulted: break;
    }
    return before == after || (tells_default && from.Default() != to.Default()) || FitsText(to, to.Default(), validates_);
  };
  const bool taken = is_taken();
  touched.value |= before != after;
  touched.comes |= before == NullFate::kIsDropped && after != NullFate::kIsDropped;
  touched.goes |= before != NullFate::kIsDropped && after == NullFate::kIsDropped;
  const bool told = after == NullFate::kIsDropped &&
                    (!from.Default().empty() || !Contains(RequiredNames(pair.from.conjuncts), key));
  const bool anything = from.schema == nullptr && from.conjuncts.all.empty();  // its type tells more
  if (anything) return;
  if (taken) return NoteNullFates(from, to, before, after);
  if (!told) Note(Note::Kind::kRefused, "nullable", from, to, "null", "", {"null"});
}

// Where a null is stored on one side only. What defaults do to it is told of them.
void Walker::NoteNullFates(const Side& from, const Side& to, NullFate before, NullFate after) {
  const auto stays = [](NullFate fate) { return fate == NullFate::kStays || fate == NullFate::kIsEmptied; };
  if (before == after || (!stays(before) && !stays(after))) return;
  const bool lost = after == NullFate::kIsDropped;
  Note(lost ? Note::Kind::kLost : Note::Kind::kDefault, "nullable", from, to, FateText(from, before),
       FateText(to, after), {"null"});
}

// A null is no member that a server drops, but it may have a default.
void Walker::CompareNullElements(const Side& from, const Side& to, Touched& touched) {
  const bool before = FateOfNull(from) == NullFate::kIsDefaulted, after = FateOfNull(to) == NullFate::kIsDefaulted;
  touched.value |= before != after;
  if (!before && !TakesNull(from)) return;
  const bool taken = after ? before || FitsText(to, to.Default(), validates_) : TakesNull(to);
  if (!taken) return (void)Note(Note::Kind::kRefused, "nullable", from, to, "null", "", {"null"});
  if (before && after) CompareDefaults(from, to, {from.Default(), to.Default()}, touched);
  const auto fate = [](bool defaulted) { return defaulted ? NullFate::kIsDefaulted : NullFate::kStays; };
  NoteNullFates(from, to, fate(before), fate(after));
}

void Walker::VisitPart(const Pair& pair, const Part& from, const Part& to, bool has_room, TouchedPart& touched) {
  const bool named = steps_.back().kind == Step::Kind::kName;
  const bool meta = IsInMetadata(from.side) || IsInMetadata(to.side);
  const bool required = named && Contains(RequiredNames(pair.from.conjuncts), steps_.back().name) &&
                        from.Default().empty() && !DropsAcceptedNull(from.side);
  const bool always = required || IsAlwaysGiven(from.side);
  if (!from.kept) {
    if (to.kept && !to.Default().empty()) CompareDefaults(from.side, to.side, {"", to.Default()}, Make(touched));
    return;
  }
  if (from.side.conjuncts.forbidden) return;
  if (!to.kept && !has_room) return;
  if (!to.kept) {
    Make(touched).value = Make(touched).goes = true;
    const std::string_view keyword = named                            ? "properties"
                                     : from.side.schema != nullptr    ? "additionalProperties"
                                     : pair.from.schema == nullptr    ? "properties"
                                     : pair.from.schema->additional_properties != nullptr
                                         ? "additionalProperties"
                                         : "x-kubernetes-preserve-unknown-fields";
    Note(Note::Kind::kLost, keyword, from.side, pair.to, TypeOf(from.side), "");
    return;
  }
  Touched changes;
  const bool demanded = named && to.Default().empty() && Contains(RequiredNames(pair.to.conjuncts), steps_.back().name);
  const bool entries = from.is_entry && to.is_entry;
  const Defaults defaults = entries ? Defaults{from.side.Default(), to.side.Default()} : Defaults{from.Default(), to.Default()};
  const bool tells_default = !meta && !always && !demanded && (!entries || DefaultsNulls(from.side, to.side));
  if (!meta) CompareNulls(pair, from.side, to.side, tells_default, changes);
  if (tells_default) CompareDefaults(from.side, to.side, defaults, changes);
  if (has_room) touched = Visit(from.side, to.side, kSomething);
  if (!changes.value) return;
  Make(touched).value = true;
  touched->comes |= changes.comes;
  touched->goes |= changes.goes;
}

void Walker::VisitMember(const Pair& pair, std::string_view key, bool has_room) {
  const FieldPath before = PlaceOfMember(pair.from, key), after = PlaceOfMember(pair.to, key);
  const Part from = MemberOf(pair.from, key, before), to = MemberOf(pair.to, key, after);
  steps_.push_back({Step::Kind::kName, std::string(key)});
  TouchedPart touched;
  VisitPart(pair, from, to, has_room, touched);
  if (pair.to.drops_status && key == "status") {
    Make(touched).value = Make(touched).goes = true;
    if (Contains(RequiredNames(pair.to.conjuncts), key)) Note(Note::Kind::kRefused, "required", pair.from, pair.to, "", "true");
  }
  if (touched != nullptr) pair.touched.members[std::string(key)] = std::move(touched);
  steps_.pop_back();
}

void Walker::VisitOthers(const Pair& pair, bool has_room) {
  const FieldPath before = pair.from.path->Child("additionalProperties"),
                  after = pair.to.path->Child("additionalProperties");
  const Part from = OtherOf(pair.from, before), to = OtherOf(pair.to, after);
  steps_.push_back({Step::Kind::kOtherKey});
  VisitPart(pair, from, to, has_room, pair.touched.others);
  steps_.pop_back();
}

// A default is set before a server looks for what is required. No object has a field that is required and dropped.
void Walker::CheckRequired(const Pair& pair) {
  const auto before = RequiredNames(pair.from.conjuncts);
  for (const std::string_view key : RequiredNames(pair.to.conjuncts)) {
    if (pair.from.root && objects::IsMetaField(key)) continue;
    const FieldPath place = PlaceOfMember(pair.to, key), old_place = PlaceOfMember(pair.from, key);
    const Part to = MemberOf(pair.to, key, place), from = MemberOf(pair.from, key, old_place);
    const bool drops = pair.to.has_status && key == "status";
    const bool defaulted = to.kept && !to.Default().empty() && !drops;
    const bool there = to.kept && from.Default().empty();
    if (defaulted || (Contains(before, key) && (there || !from.kept))) continue;
    steps_.push_back({Step::Kind::kName, std::string(key)});
    Note(Note::Kind::kRefused, "required", pair.from, pair.to, "", "true");
    steps_.pop_back();
  }
}

// What counts for the limits of the first schema. Those of another version count before the storage version sets defaults.
std::vector<std::string_view> Walker::AlwaysIn(const Side& from) const {
  return validates_ ? Presence(from, from).always() : RequiredNames(from.conjuncts);
}

// Those of an object that is no resource any more.
void Walker::DropOwnFields(const Pair& pair) {
  if (!pair.from.resource || pair.to.resource) return;
  bool drops = false;
  for (const char* key : {"apiVersion", "kind", "metadata"}) {
    if (MemberOf(pair.to, key, *pair.to.path).kept) continue;
    Touched& touched = Make(pair.touched.members[key]);
    drops = touched.value = touched.goes = true;
  }
  if (!drops) return;
  pair.touched.value = true;
  Note(Note::Kind::kLost, "x-kubernetes-embedded-resource", pair.from, pair.to, "true", "");
}

// Where there are as many members as there may be, others are never there but as a null that is dropped.
void Walker::VisitMembers(const Pair& pair) {
  const std::int64_t most = RangesOf(pair.from.conjuncts).properties.most;
  std::vector<std::string_view> always;
  if (most != kSizes.most) always = AlwaysIn(pair.from);
  const bool is_full = most != kSizes.most && static_cast<std::int64_t>(always.size()) >= most;
  if (!is_full) always.clear();
  for (const std::string_view key : KeysOf(pair.from, pair.to, always)) {
    const bool of_status = pair.from.has_status && pair.from.root && key == "status";  // updates of it do not count the others
    VisitMember(pair, key, !is_full || of_status || Contains(always, key));
  }
  VisitOthers(pair, !is_full);
  CheckRequired(pair);
  DropOwnFields(pair);
  const bool embeds = pair.to.resource && !pair.from.resource;
  if (embeds) Note(Note::Kind::kRefused, "x-kubernetes-embedded-resource", pair.from, pair.to, "", "true", {"{}"});
}

}  // namespace structural::compare
