// Defaults and nulls of members and elements, on a walk.
#include <algorithm>

#include "schema/base/quote.h"
#include "schema/base/stack.h"
#include "schema/cel/parse.h"
#include "schema/compare/presence.h"
#include "schema/compare/walker.h"
#include "schema/expressions/rule_set.h"
#include "schema/objects/default.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"

namespace structural::compare {
namespace {

constexpr std::size_t kShortDefault = 120;
// Returns the default that replaces a null; empty: none.
std::string_view DefaultOfNull(const SchemaSide& side) {
  return FateOfNull(side) == NullHandling::kIsDefaulted ? side.Default() : "";
}

// Returns the value that replaces a null; empty if the null is dropped.
std::string ReplacedNullText(const SchemaSide& side, NullHandling fate) {
  if (fate == NullHandling::kIsDefaulted) return base::Shorten(std::string(side.Default()), kShortDefault);
  if (fate == NullHandling::kIsEmptied) return "{}";
  return fate == NullHandling::kStays ? "null" : "";
}

}  // namespace

// Whether the storage version drops a null that another version accepts and stores. A version that validates has
// dropped its own nulls before.
bool Walker::DropsAcceptedNull(const SchemaSide& side) const {
  return !validates_ && AcceptsNull(side) && FateOfNull(side) != NullHandling::kStays;
}

bool IsRequiredByServer(const SchemaSide& side) {
  return side.own_field == OwnField::kText && !side.in_status && side.Default().empty();
}

// Whether a server accepts the default of its schema. In a CRD that an older server has stored, the schema itself may
// refuse it. Values that are not validated must still have readable metadata.
bool Walker::FitsDefault(const SchemaSide& side, json::Value value, base::Arena& arena) {
  if (!objects::Default(value, side.schema, arena).ok()) return false;
  const kubernetes::ObjectPath path;
  if (!validates_)
    return !objects::CoerceObjectMeta(path, value, side.schema, false, objects::MalformedMetadata::kIsAnError, arena)
                .error;
  return Accept(side.conjuncts, value, effort_.work()) &&
         objects::ValidateListTypes(path, side.schema, value).empty() &&
         objects::ValidateObjectMeta(path, value, side.schema, false).empty() && FitsOwnField(side, value) &&
         FitsRules(side, value, arena);
}

// Whether the value is valid as an own field of a resource.
bool Walker::FitsOwnField(const SchemaSide& side, const json::Value& value) const {
  if (side.own_field == OwnField::kNone) return true;
  json::Member members[] = {{"apiVersion", json::Value::String("v1")},
                            {"kind", json::Value::String("A")},
                            {"metadata", json::Value::Object({})}};
  for (json::Member& member : members) {
    if (member.key == steps_.back().name) member.value = value;
  }
  return objects::ValidateObjectMeta(kubernetes::ObjectPath(), json::Value::Object(members), nullptr, true).empty();
}

bool Walker::FitsRules(const SchemaSide& side, const json::Value& value, base::Arena& arena) {
  if (side.schema == nullptr) return true;
  if (base::StackBytesLeft() < base::kStackReserve + cel::kParseStack) return false;
  const expressions::RuleSet rules(*side.schema, {side.resource, &compiling_});
  return rules.empty() || rules.Run({.object = value}, arena).errors.empty();
}

bool Walker::FitsText(const SchemaSide& side, std::string_view text) {
  base::Arena arena(1024);
  const auto value = json::Parser(arena).Parse(text);
  return value.ok() && FitsDefault(side, *value, arena);
}

void Walker::CompareDefaults(const SchemaSide& from, const SchemaSide& to, const Defaults& defaults,
                             ValueChanges& touched) {
  const auto [before, after] = defaults;
  if (before == after) return;
  base::Arena arena(1024);
  json::Parser parser(arena);
  const auto a = parser.Parse(before.empty() ? "null" : before);
  const auto b = parser.Parse(after.empty() ? "null" : after);
  const bool both = !before.empty() && !after.empty();
  if (both && a.ok() && b.ok() && json::Equal(*a, *b)) return;
  touched.value = true;
  touched.may_appear |= before.empty();
  touched.may_disappear |= after.empty();
  const std::string old_text = before.empty() || !a.ok() ? "" : ShortText(*a);
  const std::string text = after.empty() || !b.ok() ? "" : ShortText(*b);
  const bool fits = text.empty() || FitsDefault(to, *b, arena);
  if (!fits && validates_) return (void)Note(Note::Kind::kRefused, "default", from, to, old_text, text);
  if (!fits) Note(Note::Kind::kRefused, kEmbedded, from, to, old_text, text);
  Note(Note::Kind::kDefault, "default", from, to, old_text, text);
}

// Compares the fates of a null under both schemas: it stays, is dropped or becomes the default. `tells_default`:
// CompareDefaults reports a refused default.
void Walker::CompareNulls(const Pair& pair, const MemberPlace& old_part, const MemberPlace& new_part,
                          bool tells_default, ValueChanges& touched) {
  const SchemaSide &from = old_part.side, &to = new_part.side;
  const std::string_view key = steps_.back().name;
  const NullHandling before = FateOfNull(from), after = FateOfNull(to);
  const bool demanded = Contains(pair.demanded, key);
  const bool given = validates_ && IsRequiredByServer(from);
  const bool accepted = before == NullHandling::kStays       ? AcceptsNull(from)
                        : before == NullHandling::kIsDropped ? !given && (!demanded || DropsAcceptedNull(from))
                                                             : before != NullHandling::kIsRefused;
  if (!accepted) return;
  const bool differs = DefaultOfNull(from) != DefaultOfNull(to);
  const auto is_taken = [&] {
    switch (after) {
      case NullHandling::kStays: return AcceptsNull(to);
      case NullHandling::kIsDropped: return !Contains(pair.required, key);
      case NullHandling::kIsRefused: return false;
      case NullHandling::kIsEmptied: return before == after || FitsText(to, "{}");
      case NullHandling::kIsDefaulted: break;
    }
    return (before == after && !differs) || FitsText(to, to.Default());
  };
  const bool taken = is_taken();
  const bool defaults = after == NullHandling::kIsDefaulted && tells_default && from.Default() != to.Default();
  touched.value |= before != after || differs;
  touched.may_appear |= before == NullHandling::kIsDropped && after != NullHandling::kIsDropped;
  touched.may_disappear |= before != NullHandling::kIsDropped && after == NullHandling::kIsDropped;
  const bool told = defaults || (after == NullHandling::kIsDropped && (!old_part.Default().empty() || !demanded));
  const bool anything = validates_ && from.schema == nullptr && from.conjuncts.all.empty() && from.Preserves();
  if (anything) return;  // the change of its type is reported instead
  const bool of_resource = !validates_ && after == NullHandling::kIsRefused;
  if (!taken && told) return;
  if (!taken) {
    compare::Note* note =
        Note(Note::Kind::kRefused, of_resource ? kEmbedded : "nullable", from, to, "null", "", {"null"});
    if (note != nullptr) note->unstored = before != NullHandling::kStays;
    return;
  }
  const bool mixed = old_part.is_entry != new_part.is_entry || (old_part.is_entry && !tells_default);
  NoteNullFates(from, to, before, after, mixed && differs);
}

// Notes a null that is stored on one side only. CompareDefaults reports the effects of defaults, except of those that
// are only set for nulls.
void Walker::NoteNullFates(const SchemaSide& from, const SchemaSide& to, NullHandling before, NullHandling after,
                           bool other_default) {
  const auto stays = [](NullHandling fate) { return fate == NullHandling::kStays || fate == NullHandling::kIsEmptied; };
  const bool is_told = before == after || (!stays(before) && !stays(after));
  if (is_told && !other_default) return;
  const bool lost = after == NullHandling::kIsDropped;
  Note(lost ? Note::Kind::kLost : Note::Kind::kDefault, "nullable", from, to, ReplacedNullText(from, before),
       ReplacedNullText(to, after), {"null"});
}

// Null elements are not dropped, but may be defaulted.
void Walker::CompareNullElements(const SchemaSide& from, const SchemaSide& to, ValueChanges& touched) {
  const bool before = FateOfNull(from) == NullHandling::kIsDefaulted,
             after = FateOfNull(to) == NullHandling::kIsDefaulted;
  touched.value |= before != after;
  if (!before && !AcceptsNull(from)) return;
  const bool taken = after ? before || FitsText(to, to.Default()) : AcceptsNull(to);
  if (!taken) return (void)Note(Note::Kind::kRefused, "nullable", from, to, "null", "", {"null"});
  if (before && after) CompareDefaults(from, to, {from.Default(), to.Default()}, touched);
  const auto fate = [](bool defaulted) { return defaulted ? NullHandling::kIsDefaulted : NullHandling::kStays; };
  NoteNullFates(from, to, fate(before), fate(after), false);
}

}  // namespace structural::compare
