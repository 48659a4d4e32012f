// Conditions on whole values, on a walk: types, list types, CEL rules, anyOf, oneOf and not.
#include <algorithm>
#include <tuple>

#include "schema/compare/known_rules.h"
#include "schema/compare/presence.h"
#include "schema/compare/walker.h"
#include "schema/expressions/declared_type.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/rule_texts.h"

namespace structural::compare {
namespace {

using crd::NestedValueValidation;
using crd::Structural;
using objects::Checks;

const crd::Extensions& ExtensionsOf(const SchemaSide& side) {
  return side.schema == nullptr ? crd::kNoExtensions : *side.schema->extensions;
}

// Whether expressions see values of both schemas with the same type.
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

// Rules in allOf, anyOf, oneOf and not. Each has the number of its place, and whether it has an optional oldSelf.
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

// Adds up to kMaxFields touched fields.
void AddTouched(const ValueChanges& touched, const FieldSteps& at, std::vector<FieldSteps>& to) {
  constexpr std::size_t kMaxFields = 8;
  if (to.size() >= kMaxFields) return;
  if (touched.value && !at.empty()) to.push_back(at);
  const auto below = [&](Step step, const ValueChanges& part) {
    FieldSteps steps = at;
    steps.push_back(std::move(step));
    AddTouched(part, steps, to);
  };
  for (const auto& [key, part] : touched.members) below({Step::Kind::kName, key}, *part);
  if (touched.others != nullptr) below({Step::Kind::kOtherKey}, *touched.others);
  if (touched.items != nullptr) below({Step::Kind::kElement}, *touched.items);
}

FieldSteps StepsOf(const FieldChain& chain) {
  FieldSteps steps;
  for (const std::string& field : chain) steps.push_back({Step::Kind::kName, field});
  return steps;
}

// Whether elements with different keys keep different keys: at most one of them had the default, which is unchanged or
// removed now.
bool KeepsApart(const SchemaSide& from, const SchemaSide& to, std::string_view key) {
  const MemberPlace before = MemberOf(from, key, *from.path), after = MemberOf(to, key, *to.path);
  const bool set = before.kept && !before.Default().empty() && FateOfNull(before.side) == NullHandling::kIsDefaulted;
  const bool is_own = after.side.own_field != OwnField::kNone;
  return set && after.kept && !is_own && (after.Default().empty() || after.Default() == before.Default());
}

// Whether a rule of the schema has the same message, reason and field path.
bool HasMessage(const Structural* schema, const crd::ValidationRule& rule) {
  return schema != nullptr && std::ranges::any_of(schema->x_validations, [&](const auto* other) {
           return other->message == rule.message && other->message_expression == rule.message_expression &&
                  other->reason == rule.reason && other->field_path == rule.field_path;
         });
}

}  // namespace

void Walker::CompareTypes(const Pair& pair) {
  if (!SameType(pair.from.schema, pair.to.schema)) pair.touched.type = true;
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
  pair.touched.items = VisitWithOld(from, to, changes.value && !to.Default().empty());
  if (changes.value) Make(pair.touched.items).value = true;
  steps_.pop_back();
}

// Upstream: schema/listtype/validation.go (v0.37.2).
void Walker::CompareListTypes(const Pair& pair) {
  const crd::Extensions &a = ExtensionsOf(pair.from), &b = ExtensionsOf(pair.to);
  const std::string before = ListText(a), after = ListText(b);
  const std::string_view type = b.x_list_type.value_or("");
  const bool checked = type == "set" || type == "map";
  if (before != after) {
    const bool merges = (before.empty() ? "atomic" : before) != (after.empty() ? "atomic" : after);
    if (checked) {
      Note(Note::Kind::kRefused, "x-kubernetes-list-type", pair.from, pair.to, before, after);
    } else if (texts_ && merges) {
      Note(Note::Kind::kMerge, "x-kubernetes-list-type", pair.from, pair.to, before, after);
    }
    return;
  }
  const ValueChanges* items = pair.touched.items.get();
  if (!checked || items == nullptr) return;
  if (!items->ChangesValue()) return;
  const SchemaSide from = ElementOf(pair.from, *pair.from.path), to = ElementOf(pair.to, *pair.to.path);
  const auto meets = [&](std::string_view key) {
    const ValueChanges* member = items->Member(key);
    const bool changes = member != nullptr && member->ChangesValue();
    return items->value || (changes && !(member->IsWhole() && KeepsApart(from, to, key)));
  };
  if (type != "set" && std::ranges::none_of(b.x_list_map_keys, meets)) return;
  compare::Note* note = Note(Note::Kind::kConcern, "x-kubernetes-list-type", pair.from, pair.to, before, after);
  if (note != nullptr) AddTouched(pair.touched, {}, note->via);
}

// Notes the conditions of the new schema that apply to values that may have changed.
void Walker::CheckConcerns(const Pair& pair) {
  const ValueChanges& touched = pair.touched;
  if (touched.HasNoChanges()) return;
  const auto concern = [&](std::string_view keyword) {
    compare::Note* note = Note(Note::Kind::kConcern, keyword, pair.from, pair.to, "", "");
    if (note != nullptr) AddTouched(touched, {}, note->via);
  };
  const auto meets = [&](const Checks* each) { return MayDiffer(touched, *each); };
  const bool looks = UsesPresence(pair.to.conjuncts) && (pair.from.schema != nullptr || pair.to.schema != nullptr);
  std::optional<Presence> presence;
  if (looks) presence.emplace(pair.from, pair.to);
  // Whether the presence of members alone satisfies the branches.
  const auto implied = [&](std::span<const Checks* const> any_of, std::span<const Checks* const> one_of) {
    Checks branches;
    branches.any_of = any_of;
    branches.one_of = one_of;
    const unsigned kinds = RangesOf(pair.from.conjuncts).kinds & RangesOf(pair.to.conjuncts).kinds;
    return presence &&
           Implies({ConjunctsOf({&presence->checks()}), ConjunctsOf({&branches}), kinds & kNonNullKinds}, effort_);
  };
  for (const Checks* each : pair.to.conjuncts.all) {
    if (std::ranges::any_of(each->any_of, meets) && !implied(each->any_of, {})) concern("anyOf");
    if (std::ranges::any_of(each->one_of, meets) && !implied({}, each->one_of)) concern("oneOf");
    if (each->not_schema != nullptr && meets(each->not_schema)) concern("not");
    const bool container = touched.items != nullptr || touched.others != nullptr || !touched.members.empty();
    if (container && touched.ChangesValue() && !each->enumeration.empty()) concern("enum");
    if (each->limits == nullptr) continue;
    if (touched.items != nullptr && touched.ChangesValue() && each->limits->unique_items) concern("uniqueItems");
    const std::int64_t most = each->limits->max_properties.value_or(kSizes.most);
    if (touched.MayCome() && presence && presence->most() > most) concern("maxProperties");
    if (touched.MayGo() && presence && presence->least() < each->limits->min_properties.value_or(0))
      concern("minProperties");
  }
}

// Whether a server skips rules here, because a property around them has no type for expressions. It does not skip them
// below names that no expression can contain, or outside of the root's properties.
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
      return read_again_ == nullptr || read_again_->Keeps(field);
    };
    const KnownRules known(pair.from, pair.to, keeps);
    for (const auto* rule : schema->x_validations) CompareRule(pair, *rule, known);
  }
  CompareNestedRules(pair, pair.touched.HasNoChanges());
}

void Walker::CompareRule(const Pair& pair, const crd::ValidationRule& rule, const KnownRules& known) {
  const auto form = FormOf(rule);
  const bool is_new = !known.Imply(rule, form, effort_);
  const auto meets = [&](const FieldChain& chain) { return MayDiffer(pair.touched, chain); };
  const bool has_other_old = old_differs_ && (!form || form->uses_old_self);
  const bool concerned =
      has_other_old || (!pair.touched.HasNoChanges() && (!form || std::ranges::any_of(form->fields, meets)));
  if (!is_new && !concerned) {
    if (texts_ && !HasMessage(pair.from.schema, rule))
      Note(Note::Kind::kText, "x-kubernetes-validations", pair.from, pair.to, "", std::string(rule.message));
    return;
  }
  const std::string text = RuleText(rule);
  compare::Note* note = Note(is_new ? Note::Kind::kRefused : Note::Kind::kConcern, "x-kubernetes-validations",
                             pair.from, pair.to, is_new ? "" : text, text);
  if (note == nullptr) return;
  note->rule.transition = form && form->uses_old_self && !rule.optional_old_self.value_or(false);
  if (form) {
    for (const FieldChain& chain : form->fields) note->via.push_back(StepsOf(chain));
  }
  if (concerned) AddTouched(pair.touched, {}, note->via);
  if (rule.message_expression.empty()) note->rule.message = expressions::MessageOrRule(rule);
}

void Walker::CompareNestedRules(const Pair& pair, bool same) {
  const auto after = NestedRules::Of(*pair.to.schema);
  if (after.empty()) return;
  const auto &a = pair.from.conjuncts.own, &b = pair.to.conjuncts.own;
  const auto is_known = [&](const Checks* each) {
    return std::ranges::any_of(a, [&](const Checks* other) { return SameChecks(*each, *other, effort_); });
  };
  const bool proved = same && old_runs_nested_ && pair.from.schema != nullptr &&
                      NestedRules::Of(*pair.from.schema) == after && std::ranges::all_of(b, is_known);
  if (!proved) Note(Note::Kind::kConcern, "x-kubernetes-validations", pair.from, pair.to, "", "");
}

}  // namespace structural::compare
