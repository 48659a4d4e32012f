// The members of objects, on a walk.
#include <algorithm>

#include "schema/compare/walker.h"
#include "schema/objects/fields.h"

namespace structural::compare {
namespace {

using kubernetes::FieldPath;

// Where the schema of a member stands.
FieldPath PlaceOfMember(const Side& object, std::string_view key) {
  const bool named = object.schema != nullptr && object.schema->properties.Find(key) != nullptr;
  return named ? object.path->Child("properties", key) : object.path->Child("additionalProperties");
}

// The keys that one of the schemas has something to say of.
std::vector<std::string_view> KeysOf(const Side& from, const Side& to) {
  std::vector<std::string_view> keys = PropertyNames(to.conjuncts);
  for (const Side* side : {&from, &to}) {
    if (side->schema == nullptr) continue;
    for (const auto& entry : side->schema->properties) keys.push_back(entry.key);
  }
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return keys;
}

bool Contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

// Whether null is a value of the place.
bool TakesNull(const Side& side) { return (RangesOf(side.conjuncts).kinds & kNull) != 0; }

std::string TypeOf(const Side& side) {
  return side.schema == nullptr ? "any type" : TypeText(side.conjuncts);
}

}  // namespace

void Walker::CompareDefaults(const Side& from, const Side& to, Touched& touched) {
  const std::string_view before = from.Default(), after = to.Default();
  if (before == after) return;
  base::Arena arena(1024);
  json::Parser parser(arena);
  const auto a = parser.Parse(before.empty() ? "null" : before);
  const auto b = parser.Parse(after.empty() ? "null" : after);
  const bool both = !before.empty() && !after.empty();
  if (both && a.ok() && b.ok() && json::Equal(*a, *b)) return;
  touched.value = true;
  Note(Note::Kind::kDefault, "default", from, to, before.empty() || !a.ok() ? "" : ShortText(*a),
       after.empty() || !b.ok() ? "" : ShortText(*b));
}

// A null stays, is dropped or becomes the default, on each side by its own schema.
void Walker::CompareNulls(const Pair& pair, std::string_view key, const Side& from, const Side& to,
                          Touched& touched) {
  const NullFate before = FateOfNull(from), after = FateOfNull(to);
  const bool accepted = before == NullFate::kStays ? TakesNull(from)
                        : before == NullFate::kIsDropped
                            ? !Contains(RequiredNames(pair.from.conjuncts), key)
                            : true;
  if (!accepted) return;
  const bool taken = after == NullFate::kStays       ? TakesNull(to)
                     : after == NullFate::kIsDropped ? !Contains(RequiredNames(pair.to.conjuncts), key)
                                                     : true;
  touched.value |= before != after;
  const bool told = after == NullFate::kIsDropped &&
                    (!from.Default().empty() || !Contains(RequiredNames(pair.from.conjuncts), key));
  const bool anything = from.schema == nullptr && from.conjuncts.all.empty();  // its type tells more
  if (!taken && !told && !anything) Note(Note::Kind::kRefused, "nullable", from, to, "null", "", {"null"});
}

// A null is no member that a server drops, but it may have a default.
void Walker::CompareNullElements(const Side& from, const Side& to, Touched& touched) {
  const bool before = FateOfNull(from) == NullFate::kIsDefaulted, after = FateOfNull(to) == NullFate::kIsDefaulted;
  touched.value |= before != after;
  if ((before || TakesNull(from)) && !after && !TakesNull(to))
    Note(Note::Kind::kRefused, "nullable", from, to, "null", "", {"null"});
}

void Walker::VisitPart(const Pair& pair, const Part& from, const Part& to, TouchedPart& touched) {
  const bool named = steps_.back().kind == Step::Kind::kName;
  const bool meta = from.side.metadata || to.side.metadata;
  const bool always = named && Contains(RequiredNames(pair.from.conjuncts), steps_.back().name) &&
                      from.side.Default().empty();
  if (!from.kept) {
    if (named && to.kept && !to.side.Default().empty()) CompareDefaults(from.side, to.side, Make(touched));
    return;
  }
  if (from.side.conjuncts.forbidden) return;
  if (!to.kept) {
    Make(touched).value = true;
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
  if (!meta) CompareNulls(pair, steps_.back().name, from.side, to.side, changes);
  if (!meta && named && !always) CompareDefaults(from.side, to.side, changes);
  touched = Visit(from.side, to.side, kEveryKind & ~static_cast<unsigned>(kNull));
  if (changes.value) Make(touched).value = true;
}

void Walker::VisitMember(const Pair& pair, std::string_view key) {
  const FieldPath before = PlaceOfMember(pair.from, key), after = PlaceOfMember(pair.to, key);
  const Part from = MemberOf(pair.from, key, before), to = MemberOf(pair.to, key, after);
  steps_.push_back({Step::Kind::kName, std::string(key)});
  TouchedPart touched;
  VisitPart(pair, from, to, touched);
  if (pair.to.drops_status && key == "status") {
    Make(touched).value = true;
    if (Contains(RequiredNames(pair.to.conjuncts), key)) Note(Note::Kind::kRefused, "required", pair.from, pair.to, "", "true");
  }
  if (touched != nullptr) pair.touched.members[std::string(key)] = std::move(touched);
  steps_.pop_back();
}

void Walker::VisitOthers(const Pair& pair) {
  const FieldPath before = pair.from.path->Child("additionalProperties"),
                  after = pair.to.path->Child("additionalProperties");
  const Part from = OtherOf(pair.from, before), to = OtherOf(pair.to, after);
  steps_.push_back({Step::Kind::kOtherKey});
  VisitPart(pair, from, to, pair.touched.others);
  steps_.pop_back();
}

// A default is set before a server looks for what is required.
void Walker::CheckRequired(const Pair& pair) {
  const auto before = RequiredNames(pair.from.conjuncts);
  for (const std::string_view key : RequiredNames(pair.to.conjuncts)) {
    if (pair.from.root && objects::IsMetaField(key)) continue;
    const FieldPath place = PlaceOfMember(pair.to, key), old_place = PlaceOfMember(pair.from, key);
    const Part to = MemberOf(pair.to, key, place), from = MemberOf(pair.from, key, old_place);
    const bool defaulted = to.kept && !to.side.Default().empty();
    const bool there = Contains(before, key) && to.kept && from.side.Default().empty();
    if (defaulted || there) continue;
    steps_.push_back({Step::Kind::kName, std::string(key)});
    Note(Note::Kind::kRefused, "required", pair.from, pair.to, "", "true");
    steps_.pop_back();
  }
}

void Walker::VisitMembers(const Pair& pair) {
  for (const std::string_view key : KeysOf(pair.from, pair.to)) VisitMember(pair, key);
  VisitOthers(pair);
  CheckRequired(pair);
  const bool embeds = pair.to.resource && !pair.from.resource;
  if (embeds) Note(Note::Kind::kRefused, "x-kubernetes-embedded-resource", pair.from, pair.to, "", "true", {"{}"});
}

}  // namespace structural::compare
