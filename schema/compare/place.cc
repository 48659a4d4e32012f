// Walker: the comparison of conditions on whole values (types, list types, CEL rules, anyOf, oneOf and not), and of
// defaults and nulls.

#include <algorithm>
#include <iterator>
#include <tuple>

#include "schema/base/quote.h"
#include "schema/base/stack.h"
#include "schema/cel/parse.h"
#include "schema/compare/known_rules.h"
#include "schema/compare/presence.h"
#include "schema/compare/walker.h"
#include "schema/expressions/declared_type.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/rule_set.h"
#include "schema/expressions/rule_texts.h"
#include "schema/objects/default.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"

namespace structural::compare {
namespace {

using crd::NestedValueValidation;
using crd::Structural;
using objects::Checks;

const crd::Extensions& ExtensionsOf(const SchemaSide& side) {
  return side.schema == nullptr ? crd::kNoExtensions : *side.schema->extensions;
}

// Whether CEL expressions see the same type for values of both schemas.
bool SameType(const Structural* a, const Structural* b) {
  if (a == nullptr || b == nullptr) return a == b;
  const crd::Extensions &x = *a->extensions, &y = *b->extensions;
  const auto has_additional = [](const Structural& schema) { return schema.additional_properties != nullptr; };
  return a->generic.type == b->generic.type && expressions::TypedFormat(*a) == expressions::TypedFormat(*b) &&
         has_additional(*a) == has_additional(*b) && (a->items == nullptr) == (b->items == nullptr) &&
         x.x_int_or_string == y.x_int_or_string && x.x_preserve_unknown_fields == y.x_preserve_unknown_fields &&
         x.x_embedded_resource == y.x_embedded_resource && x.x_list_type == y.x_list_type &&
         std::ranges::equal(x.x_list_map_keys, y.x_list_map_keys);
}

std::vector<std::string_view> KeysOfList(const crd::Extensions& extensions) {
  std::vector<std::string_view> keys(extensions.x_list_map_keys.begin(), extensions.x_list_map_keys.end());
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

std::string ListText(const crd::Extensions& extensions) {
  std::string text(extensions.x_list_type.value_or(""));
  if (text != "map") return text;
  for (const std::string_view key : KeysOfList(extensions)) text.append(text == "map" ? " of " : ", ").append(key);
  return text;
}

constexpr std::string_view kAtomic = "atomic", kMapOf = "map of ", kListMapKeys = "x-kubernetes-list-map-keys";

// Returns how server-side apply merges a list, as text: "atomic", "set" or "map of KEYS".
std::string MergedListText(const crd::Extensions& extensions) {
  const std::string text = ListText(extensions);
  return text == "set" || text.starts_with(kMapOf) ? text : std::string(kAtomic);
}

// Whether items that have different list map keys under the old schema always have different ones under the new schema,
// because the update removes none of the keys.
bool DistinguishesMore(const crd::Extensions& from, const crd::Extensions& to, const ValueChanges& changes) {
  return from.x_list_type == "map" && to.x_list_type == "map" && changes.items == nullptr &&
         std::ranges::includes(KeysOfList(to), KeysOfList(from));
}

// Returns the list map keys of both sides as fields inside the list. The keys that only one side has are first.
std::vector<FieldSteps> FieldsOfKeys(const SchemaSide& from, const SchemaSide& to) {
  constexpr std::size_t kMaxKeys = 16;
  const auto before = KeysOfList(ExtensionsOf(from)), after = KeysOfList(ExtensionsOf(to));
  std::vector<std::string_view> keys, shared;
  std::ranges::set_symmetric_difference(before, after, std::back_inserter(keys));
  std::ranges::set_intersection(before, after, std::back_inserter(shared));
  keys.insert(keys.end(), shared.begin(), shared.end());
  std::vector<FieldSteps> fields;
  for (std::size_t i = 0; i < std::min(keys.size(), kMaxKeys); ++i)
    fields.push_back({{Step::Kind::kElement}, {Step::Kind::kName, std::string(keys[i])}});
  return fields;
}

// The CEL rules inside allOf, anyOf, oneOf and not. Each is a tuple of its schema's number, its text, and
// optionalOldSelf.
class NestedRules {
 public:
  using Found = std::vector<std::tuple<std::size_t, std::string_view, bool>>;

  static Found Of(const Structural& schema) {
    NestedRules rules;
    rules.Values(*schema.value_validation);
    return std::move(rules.found_);
  }

 private:
  void Node(const NestedValueValidation& nested) {
    ++place_;
    for (const auto* rule : nested.x_validations)
      found_.emplace_back(place_, rule->rule, rule->optional_old_self.value_or(false));
    Values(*nested.value_validation);
    if (nested.items != nullptr) Node(*nested.items);
    if (nested.additional_properties != nullptr) Node(*nested.additional_properties);
    for (const auto& [key, field] : nested.properties) Node(*field);
  }
  void Values(const crd::ValueValidation& values) {
    for (const auto branches : {values.all_of, values.any_of, values.one_of}) {
      for (const auto* each : branches) Node(*each);
    }
    if (values.not_schema != nullptr) Node(*values.not_schema);
  }

  std::size_t place_ = 0;
  Found found_;
};

// Adds the fields whose values may change, until `to` has kMaxFields.
void AddTouched(const ValueChanges& changes, const FieldSteps& at, std::vector<FieldSteps>& to) {
  constexpr std::size_t kMaxFields = 8;
  if (to.size() >= kMaxFields) return;
  if (changes.value_may_change && !at.empty()) to.push_back(at);
  const auto below = [&](Step step, const ValueChanges& part) {
    FieldSteps steps = at;
    steps.push_back(std::move(step));
    AddTouched(part, steps, to);
  };
  for (const auto& [key, part] : changes.members) below({Step::Kind::kName, key}, *part);
  if (changes.others != nullptr) below({Step::Kind::kOtherKey}, *changes.others);
  if (changes.items != nullptr) below({Step::Kind::kElement}, *changes.items);
}

FieldSteps StepsOf(const FieldChain& chain) {
  FieldSteps steps;
  for (const std::string& field : chain) steps.push_back({Step::Kind::kName, field});
  return steps;
}

// Whether items that differ in the list map key `key` under the old schema also differ in it under the new one. This is
// true if the old schema has a default for the key, and the new schema has the same default or none.
bool KeepsApart(const SchemaSide& from, const SchemaSide& to, std::string_view key) {
  const MemberPlace before = MemberOf(from, key, *from.path), after = MemberOf(to, key, *to.path);
  const bool set =
      before.kept && !before.Default().empty() && NullHandlingOf(before.side) == NullHandling::kIsDefaulted;
  const bool is_own = after.side.resource_field != ResourceField::kNone;
  return set && after.kept && !is_own && (after.Default().empty() || after.Default() == before.Default());
}

// Whether a rule of the schema has the same message, reason and field path as `rule`.
bool HasMessage(const Structural* schema, const crd::ValidationRule& rule) {
  return schema != nullptr && std::ranges::any_of(schema->x_validations, [&](const auto* other) {
           return other->message == rule.message && other->message_expression == rule.message_expression &&
                  other->reason == rule.reason && other->field_path == rule.field_path;
         });
}

}  // namespace

void Walker::CompareTypes(const Pair& pair) {
  if (!SameType(pair.from.schema, pair.to.schema)) pair.changes.type_may_change = true;
}

void Walker::CompareTexts(const SchemaSide& from, const SchemaSide& to) {
  if (from.schema == nullptr || to.schema == nullptr) return;
  const crd::Generic &a = from.schema->generic, &b = to.schema->generic;
  if (a.description != b.description) Note(Note::Kind::kText, "description", from, to, "", "");
  if (a.annotations->title != b.annotations->title)
    Note(Note::Kind::kText, "title", from, to, std::string(a.annotations->title), std::string(b.annotations->title));
  if (a.annotations->example != b.annotations->example) Note(Note::Kind::kText, "example", from, to, "", "");
}

void Walker::VisitItems(const Pair& pair) {
  const auto before = pair.from.path->Child("items"), after = pair.to.path->Child("items");
  const SchemaSide from = ElementOf(pair.from, before), to = ElementOf(pair.to, after);
  steps_.push_back({Step::Kind::kElement});
  ValueChanges changes;
  CompareNullElements(from, to, changes);
  pair.changes.items = VisitWithOld(from, to, changes.value_may_change && !to.Default().empty());
  if (changes.value_may_change) MakeIfMissing(pair.changes.items).value_may_change = true;
  steps_.pop_back();
}

// Upstream: schema/listtype/validation.go (v0.37.2).
void Walker::CompareListTypes(const Pair& pair) {
  const crd::Extensions &a = ExtensionsOf(pair.from), &b = ExtensionsOf(pair.to);
  const std::string before = ListText(a), after = ListText(b);
  const std::string_view type = b.x_list_type.value_or("");
  const bool checked = type == "set" || type == "map";
  if (before != after) {
    if (!checked || DistinguishesMore(a, b, pair.changes)) return;
    compare::Note* note = Note(Note::Kind::kRefused, "x-kubernetes-list-type", pair.from, pair.to, before, after);
    if (note != nullptr && type == "map") note->affecting_fields = FieldsOfKeys(pair.from, pair.to);
    return;
  }
  const ValueChanges* items = pair.changes.items.get();
  if (!checked || items == nullptr) return;
  if (!items->ChangesValue()) return;
  const SchemaSide from = ElementOf(pair.from, *pair.from.path), to = ElementOf(pair.to, *pair.to.path);
  const auto meets = [&](std::string_view key) {
    const ValueChanges* member = items->Member(key);
    const bool changes = member != nullptr && member->ChangesValue();
    return items->value_may_change || (changes && !(member->IsWhole() && KeepsApart(from, to, key)));
  };
  if (type != "set" && std::ranges::none_of(b.x_list_map_keys, meets)) return;
  compare::Note* note =
      Note(Note::Kind::kConditionOnChangedValue, "x-kubernetes-list-type", pair.from, pair.to, before, after);
  if (note != nullptr) AddTouched(pair.changes, {}, note->affecting_fields);
}

// Whether the list and map types at the place must be compared. They have no effect inside an atomic value. If a value
// around the place becomes atomic, or is no longer atomic, the note about that value is enough.
bool Walker::ComparesMerges(const Pair& pair) const {
  return texts_ && !pair.from.in_metadata && !pair.from.in_atomic && !pair.to.in_atomic;
}

// Notes a list whose items server-side apply merges in another way.
void Walker::CompareMergedLists(const Pair& pair) {
  if (!ComparesMerges(pair)) return;
  const std::string before = MergedListText(ExtensionsOf(pair.from)), after = MergedListText(ExtensionsOf(pair.to));
  if (before == after) return;
  const bool keys = before.starts_with(kMapOf) && after.starts_with(kMapOf);
  const std::size_t shown = keys ? kMapOf.size() : 0;
  compare::Note* note = Note(Note::Kind::kMerge, keys ? kListMapKeys : "x-kubernetes-list-type", pair.from, pair.to,
                             before.substr(shown), after.substr(shown));
  if (note != nullptr) note->affecting_fields = FieldsOfKeys(pair.from, pair.to);
}

// Notes an object whose fields server-side apply merges in another way.
void Walker::CompareMergedMaps(const Pair& pair) {
  if (!ComparesMerges(pair)) return;
  const bool before = ExtensionsOf(pair.from).x_map_type == kAtomic,
             after = ExtensionsOf(pair.to).x_map_type == kAtomic;
  const auto text = [](bool atomic) { return std::string(atomic ? kAtomic : "granular"); };
  if (before != after) Note(Note::Kind::kMerge, "x-kubernetes-map-type", pair.from, pair.to, text(before), text(after));
}

// Notes the conditions of the new schema that apply to values that the update may change.
void Walker::CheckConditionsOnChangedValues(const Pair& pair) {
  const ValueChanges& changes = pair.changes;
  if (changes.HasNoChanges()) return;
  const auto concern = [&](std::string_view keyword) {
    compare::Note* note = Note(Note::Kind::kConditionOnChangedValue, keyword, pair.from, pair.to, "", "");
    if (note != nullptr) AddTouched(changes, {}, note->affecting_fields);
  };
  const auto meets = [&](const Checks* each) { return MayDiffer(changes, *each); };
  const bool looks = UsesPresence(pair.to.conjuncts) && (pair.from.schema != nullptr || pair.to.schema != nullptr);
  std::optional<Presence> presence;
  if (looks) presence.emplace(pair.from, pair.to);
  // Returns whether the members that every object has are enough to satisfy the branches.
  const auto implied = [&](std::span<const Checks* const> any_of, std::span<const Checks* const> one_of) {
    Checks branches;
    branches.any_of = any_of;
    branches.one_of = one_of;
    const unsigned kinds = RangesOf(pair.from.conjuncts).kinds & RangesOf(pair.to.conjuncts).kinds;
    return presence &&
           Implies({ConjunctsOf({&presence->checks()}), ConjunctsOf({&branches}), kinds & kNonNullKinds}, budget_);
  };
  for (const Checks* each : pair.to.conjuncts.all) {
    if (std::ranges::any_of(each->any_of, meets) && !implied(each->any_of, {})) concern("anyOf");
    if (std::ranges::any_of(each->one_of, meets) && !implied({}, each->one_of)) concern("oneOf");
    if (each->not_schema != nullptr && meets(each->not_schema)) concern("not");
    const bool container = changes.items != nullptr || changes.others != nullptr || !changes.members.empty();
    if (container && changes.ChangesValue() && !each->enumeration.empty()) concern("enum");
    if (each->limits == nullptr) continue;
    if (changes.items != nullptr && changes.ChangesValue() && each->limits->unique_items) concern("uniqueItems");
    const std::int64_t max = each->limits->max_properties.value_or(kAllSizes.max);
    if (changes.MemberMayAppear() && presence && presence->max_members() > max) concern("maxProperties");
    if (changes.MemberMayDisappear() && presence && presence->min_members() < each->limits->min_properties.value_or(0))
      concern("minProperties");
  }
}

// Whether a server does not run rules at the place, because a property around it has no type for expressions.
// Exceptions, in which a server runs them: inside a field whose name no expression can contain, and outside of the
// root's properties.
bool Walker::SkipsRules(const SchemaSide& side) const {
  const auto has_type_of_its_own = [](const Step& step) {
    return step.kind == Step::Kind::kName && !cel::object::Escape(step.name);
  };
  return side.runs_no_rules && !steps_.empty() && steps_.front().kind == Step::Kind::kName &&
         std::ranges::none_of(steps_, has_type_of_its_own);
}

void Walker::CompareRules(const Pair& pair) {
  const Structural* schema = pair.to.schema;
  if (schema == nullptr || SkipsRules(pair.to)) return;
  const bool any = !schema->x_validations.empty();
  if (any) {
    const auto keeps = [&](std::string_view key) {
      FieldSteps field = steps_;
      field.push_back({Step::Kind::kName, std::string(key)});
      return read_again_ == nullptr || read_again_->IsStillValid(field);
    };
    const KnownRules known(pair.from, pair.to, keeps);
    for (const auto* rule : schema->x_validations) CompareRule(pair, *rule, known);
  }
  CompareNestedRules(pair, pair.changes.HasNoChanges());
}

void Walker::CompareRule(const Pair& pair, const crd::ValidationRule& rule, const KnownRules& known) {
  const auto form = FormOf(rule);
  const bool is_new = !known.Imply(rule, form, budget_);
  const auto meets = [&](const FieldChain& chain) { return MayDiffer(pair.changes, chain); };
  const bool has_other_old = old_value_may_differ_ && (!form || form->uses_old_self);
  const bool concerned =
      has_other_old || (!pair.changes.HasNoChanges() && (!form || std::ranges::any_of(form->fields, meets)));
  if (!is_new && !concerned) {
    if (texts_ && !HasMessage(pair.from.schema, rule))
      Note(Note::Kind::kText, "x-kubernetes-validations", pair.from, pair.to, "", std::string(rule.message));
    return;
  }
  const std::string text = RuleText(rule);
  compare::Note* note = Note(is_new ? Note::Kind::kRefused : Note::Kind::kConditionOnChangedValue,
                             "x-kubernetes-validations", pair.from, pair.to, is_new ? "" : text, text);
  if (note == nullptr) return;
  note->rule.transition = form && form->uses_old_self && !rule.optional_old_self.value_or(false);
  if (form) {
    for (const FieldChain& chain : form->fields) note->affecting_fields.push_back(StepsOf(chain));
  }
  if (concerned) AddTouched(pair.changes, {}, note->affecting_fields);
  if (rule.message_expression.empty()) note->rule.message = expressions::MessageOrRule(rule);
}

void Walker::CompareNestedRules(const Pair& pair, bool same) {
  const auto after = NestedRules::Of(*pair.to.schema);
  if (after.empty()) return;
  const auto &a = pair.from.conjuncts.own, &b = pair.to.conjuncts.own;
  const auto is_known = [&](const Checks* each) {
    return std::ranges::any_of(a, [&](const Checks* other) { return SameChecks(*each, *other, budget_); });
  };
  const bool proved = same && old_runs_nested_ && pair.from.schema != nullptr &&
                      NestedRules::Of(*pair.from.schema) == after && std::ranges::all_of(b, is_known);
  if (!proved) Note(Note::Kind::kConditionOnChangedValue, "x-kubernetes-validations", pair.from, pair.to, "", "");
}

namespace {

// Walker: the comparison of defaults and nulls of members and elements.

constexpr std::size_t kShortDefault = 120;
// Returns the default that replaces a null; empty if no default replaces it.
std::string_view DefaultOfNull(const SchemaSide& side) {
  return NullHandlingOf(side) == NullHandling::kIsDefaulted ? side.Default() : "";
}

// Returns the value that replaces a null; empty if the null is dropped.
std::string ReplacedNullText(const SchemaSide& side, NullHandling handling) {
  if (handling == NullHandling::kIsDefaulted) return base::Shorten(std::string(side.Default()), kShortDefault);
  if (handling == NullHandling::kIsEmptied) return "{}";
  return handling == NullHandling::kStays ? "null" : "";
}

}  // namespace

// Whether the storage version drops a null that another version accepts and stores. Always false in a walk that
// validates (validates_), because that version itself drops nulls before validation.
bool Walker::DropsAcceptedNull(const SchemaSide& side) const {
  return !validates_ && AcceptsNull(side) && NullHandlingOf(side) != NullHandling::kStays;
}

bool IsRequiredByServer(const SchemaSide& side) {
  return side.resource_field == ResourceField::kText && !side.in_status && side.Default().empty();
}

// Whether a server accepts the default `value` of the schema `side`. The schema itself may refuse its default, if an
// older server has stored the CRD. In a walk that does not validate, only checks that Go can decode the metadata in the
// value.
bool Walker::FitsDefault(const SchemaSide& side, json::Value value, base::Arena& arena) {
  if (!objects::Default(value, side.schema, arena).ok()) return false;
  const kubernetes::ObjectPath path;
  if (!validates_)
    return !objects::CoerceObjectMeta(path, value, side.schema, false, objects::MalformedMetadata::kIsAnError, arena)
                .error;
  return Accepts(side.conjuncts, value, budget_.work()) &&
         objects::ValidateListTypes(path, side.schema, value).empty() &&
         objects::ValidateObjectMeta(path, value, side.schema, false).empty() && AcceptsAsResourceField(side, value) &&
         FitsRules(side, value, arena);
}

// Whether the value is valid in the field apiVersion, kind or metadata of a resource. True for other fields.
bool Walker::AcceptsAsResourceField(const SchemaSide& side, const json::Value& value) const {
  if (side.resource_field == ResourceField::kNone) return true;
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
  if (base::StackBytesLeft() < base::kStackReserveBytes + cel::kParseStack) return false;
  const expressions::RuleSet rules(*side.schema, {side.is_resource, &compilation_budget_});
  return rules.empty() || rules.Run({.object = value}, arena).errors.empty();
}

bool Walker::AcceptsText(const SchemaSide& side, std::string_view text) {
  base::Arena arena(1024);
  const auto value = json::Parser(arena).Parse(text);
  return value.ok() && FitsDefault(side, *value, arena);
}

void Walker::CompareDefaults(const SchemaSide& from, const SchemaSide& to, const Defaults& defaults,
                             ValueChanges& changes) {
  const auto [before, after] = defaults;
  if (before == after) return;
  base::Arena arena(1024);
  json::Parser parser(arena);
  const auto a = parser.Parse(before.empty() ? "null" : before);
  const auto b = parser.Parse(after.empty() ? "null" : after);
  const bool both = !before.empty() && !after.empty();
  if (both && a.ok() && b.ok() && json::Equal(*a, *b)) return;
  changes.value_may_change = true;
  changes.may_appear |= before.empty();
  changes.may_disappear |= after.empty();
  const std::string old_text = before.empty() || !a.ok() ? "" : ShortText(*a);
  const std::string text = after.empty() || !b.ok() ? "" : ShortText(*b);
  const bool fits = text.empty() || FitsDefault(to, *b, arena);
  if (!fits && validates_) return (void)Note(Note::Kind::kRefused, "default", from, to, old_text, text);
  if (!fits) Note(Note::Kind::kRefused, kEmbedded, from, to, old_text, text);
  Note(Note::Kind::kDefault, "default", from, to, old_text, text);
}

// Compares the handling of a null under both schemas: it stays, is dropped, or is replaced by the default.
// `tells_default`: whether CompareDefaults reports a default that the new schema refuses, so that this function does
// not report it again.
void Walker::CompareNulls(const Pair& pair, const MemberPlace& old_part, const MemberPlace& new_part,
                          bool tells_default, ValueChanges& changes) {
  const SchemaSide &from = old_part.side, &to = new_part.side;
  const std::string_view key = steps_.back().name;
  const NullHandling before = NullHandlingOf(from), after = NullHandlingOf(to);
  const bool demanded = Contains(pair.always_present, key);
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
      case NullHandling::kIsEmptied: return before == after || AcceptsText(to, "{}");
      case NullHandling::kIsDefaulted: break;
    }
    return (before == after && !differs) || AcceptsText(to, to.Default());
  };
  const bool taken = is_taken();
  const bool defaults = after == NullHandling::kIsDefaulted && tells_default && from.Default() != to.Default();
  changes.value_may_change |= before != after || differs;
  changes.may_appear |= before == NullHandling::kIsDropped && after != NullHandling::kIsDropped;
  changes.may_disappear |= before != NullHandling::kIsDropped && after == NullHandling::kIsDropped;
  const bool told = defaults || (after == NullHandling::kIsDropped && (!old_part.Default().empty() || !demanded));
  const bool anything = validates_ && from.schema == nullptr && from.conjuncts.all.empty() && from.Preserves();
  if (anything) return;  // the change of the value's type is reported instead
  const bool of_resource = !validates_ && after == NullHandling::kIsRefused;
  if (!taken && told) return;
  if (!taken) {
    compare::Note* note =
        Note(Note::Kind::kRefused, of_resource ? kEmbedded : "nullable", from, to, "null", "", {"null"});
    if (note != nullptr) note->is_unstored_null = before != NullHandling::kStays;
    return;
  }
  const bool mixed = old_part.is_entry != new_part.is_entry || (old_part.is_entry && !tells_default);
  AddNullHandlingNotes(from, to, before, after, mixed && differs);
}

// Notes a null that is stored on one side only. CompareDefaults notes changes of defaults, except of a default that
// only replaces nulls. `other_default`: whether a default that only replaces nulls changes; this function notes it.
void Walker::AddNullHandlingNotes(const SchemaSide& from, const SchemaSide& to, NullHandling before, NullHandling after,
                                  bool other_default) {
  const auto stays = [](NullHandling handling) {
    return handling == NullHandling::kStays || handling == NullHandling::kIsEmptied;
  };
  const bool is_told = before == after || (!stays(before) && !stays(after));
  if (is_told && !other_default) return;
  const bool lost = after == NullHandling::kIsDropped;
  Note(lost ? Note::Kind::kLost : Note::Kind::kDefault, "nullable", from, to, ReplacedNullText(from, before),
       ReplacedNullText(to, after), {"null"});
}

// Compares null elements of a list. A server does not drop them, but may replace them by a default.
void Walker::CompareNullElements(const SchemaSide& from, const SchemaSide& to, ValueChanges& changes) {
  const bool before = NullHandlingOf(from) == NullHandling::kIsDefaulted,
             after = NullHandlingOf(to) == NullHandling::kIsDefaulted;
  changes.value_may_change |= before != after;
  if (!before && !AcceptsNull(from)) return;
  const bool taken = after ? before || AcceptsText(to, to.Default()) : AcceptsNull(to);
  if (!taken) return (void)Note(Note::Kind::kRefused, "nullable", from, to, "null", "", {"null"});
  if (before && after) CompareDefaults(from, to, {from.Default(), to.Default()}, changes);
  const auto handling = [](bool defaulted) { return defaulted ? NullHandling::kIsDefaulted : NullHandling::kStays; };
  AddNullHandlingNotes(from, to, handling(before), handling(after), false);
}

}  // namespace structural::compare
