#include <algorithm>
#include <unordered_map>

#include "schema/compare/rule_form.h"
#include "schema/compare/storage_effects.h"
#include "schema/crd/model/fields.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/rule_texts.h"

namespace structural::compare {
namespace {

using crd::Structural;
using kubernetes::FieldPath;

constexpr std::string_view kRules = "x-kubernetes-validations";
constexpr std::size_t kMaxRead = 8;  // fields listed for one rule

// Whether a chain reads the field, a part of it, or a value around it. Everything in a list or map is read with it.
bool Reads(const FieldChain& chain, std::span<const Step> field) {
  for (std::size_t i = 0; i < std::min(chain.size(), field.size()); ++i) {
    if (field[i].kind != Step::Kind::kName) return true;
    const auto escaped = cel::object::Escape(field[i].name);
    if (chain[i] != field[i].name && (!escaped || chain[i] != *escaped)) return false;
  }
  return true;
}

// Merges the refusals of a rule into one, for all fields that it reads.
class RuleRefusals {
 public:
  explicit RuleRefusals(std::vector<Change>& changes) : changes_(changes) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (changes[i].refuses() && changes[i].keyword == kRules) indexes_.emplace(KeyOf(changes[i]), i);
    }
  }

  void Add(Change refusal) {
    const auto [found, is_new] = indexes_.emplace(KeyOf(refusal), changes_.size());
    if (is_new) return changes_.push_back(std::move(refusal));
    std::vector<FieldSteps>& via = changes_[found->second].via;
    for (FieldSteps& field : refusal.via) {
      if (via.size() < kMaxRead && std::ranges::find(via, field) == via.end()) via.push_back(std::move(field));
    }
  }

 private:
  static std::string KeyOf(const Change& change) { return FieldText(change.field).append("\n").append(change.after); }

  std::vector<Change>& changes_;
  std::unordered_map<std::string, std::size_t> indexes_;
};

// A schema of the version before and after.
struct RulePlace {
  const Structural* before;  // null: none
  const Structural& after;
  const FieldPath& before_path;
  const FieldPath& after_path;
};

class ReadingRules {
 public:
  ReadingRules(const Change& change, const StoragePair& versions, RuleRefusals& to)
      : change_(change),
        field_(change.stored_field.empty() ? change.field : change.stored_field),
        versions_(versions),
        to_(to) {}

  // Adds the rules on the path from the root to the field, and those below it.
  void Add() {
    const auto& [before, after, old_prunes, new_prunes, found] = versions_.version;
    if (after.schema == nullptr) return;
    WithSchemaPath(before, [&](const FieldPath& before_path) {
      WithSchemaPath(after, [&](const FieldPath& after_path) {
        Visit({before.schema, *after.schema, before_path, after_path});
      });
    });
  }

 private:
  void Visit(const RulePlace& place) {
    for (const auto* rule : place.after.x_validations) AddRule(*rule, place);
    if (steps_.size() < field_.size()) return VisitPart(place, field_[steps_.size()]);
    if (place.after.items != nullptr) VisitPart(place, {Step::Kind::kElement});
    if (crd::AdditionalOf(place.after) != nullptr) VisitPart(place, {Step::Kind::kOtherKey});
    for (const auto& entry : place.after.properties) VisitPart(place, {Step::Kind::kName, std::string(entry.key)});
  }

  void VisitPart(const RulePlace& place, const Step& step) {
    const Structural *before = SchemaAtStep(place.before, step), *after = SchemaAtStep(&place.after, step);
    if (after == nullptr) return;
    const auto path = [&](const Structural* schema, const FieldPath& of) {
      if (step.kind == Step::Kind::kElement) return of.Child("items");
      const bool named = step.kind == Step::Kind::kName && schema->properties.Find(step.name) != nullptr;
      return named ? of.Child("properties", step.name) : of.Child("additionalProperties");
    };
    const FieldPath after_path = path(&place.after, place.after_path);
    const bool is_other = step.kind == Step::Kind::kName && place.after.properties.Find(step.name) == nullptr;
    steps_.push_back(step);
    places_.push_back(is_other ? Step{Step::Kind::kOtherKey} : step);
    if (before != nullptr) {
      const FieldPath before_path = path(place.before, place.before_path);
      Visit({before, *after, before_path, after_path});
    } else {
      Visit({nullptr, *after, place.before_path, after_path});
    }
    steps_.pop_back();
    places_.pop_back();
  }

  static const Structural* SchemaAtStep(const Structural* schema, const Step& step) {
    if (schema == nullptr) return nullptr;
    if (step.kind == Step::Kind::kElement) return schema->items;
    const Structural* property = step.kind == Step::Kind::kName ? schema->properties.Find(step.name) : nullptr;
    return property != nullptr ? property : crd::AdditionalOf(*schema);
  }

  // An update of the status runs the rules on objects that were read, even on defaults that the version does not
  // accept.
  void AddRule(const crd::ValidationRule& rule, const RulePlace& place) {
    const auto rest = std::span(field_).subspan(std::min(steps_.size(), field_.size()));
    const auto form = FormOf(rule);
    const bool reads =
        !form || std::ranges::any_of(form->fields, [&](const FieldChain& chain) { return Reads(chain, rest); });
    const bool compares = !form || form->uses_old_self;
    const bool meets = rest.empty() || reads;
    const bool sees = versions_.version.after.HasStatus() && (!rest.empty() || change_.aspect == Aspect::kDefault);
    if (!meets || (!compares && !sees)) return;
    Change refusal{.aspect = Aspect::kObjects, .effect = Effect::kSmaller};
    refusal.version = change_.version;
    refusal.storage = change_.storage;
    refusal.field = places_;
    if (places_ != steps_) refusal.stored_field = steps_;
    refusal.keyword = kRules;
    refusal.before = refusal.after = RuleText(rule);
    refusal.before_path = place.before_path.String().append(".").append(kRules);
    refusal.after_path = place.after_path.String().append(".").append(kRules);
    refusal.rule.transition = form && compares && !rule.optional_old_self.value_or(false);
    if (rule.message_expression.empty()) refusal.rule.message = expressions::MessageOrRule(rule);
    if (!rest.empty()) refusal.via.emplace_back(rest.begin(), rest.end());
    to_.Add(std::move(refusal));
  }

  const Change& change_;
  const FieldSteps& field_;
  const StoragePair& versions_;
  RuleRefusals& to_;
  FieldSteps steps_, places_;  // path of the place in objects, and path in the schema
};

}  // namespace

void AddRefusalsOfReadingRules(const StoragePair& versions, std::vector<Change>& changes) {
  std::vector<Change> storing;
  for (const Change& each : changes) {
    const bool stores = each.aspect == Aspect::kLoss || each.aspect == Aspect::kDefault;
    if (stores && !each.storage.empty()) storing.push_back(each);
  }
  RuleRefusals refusals(changes);
  for (const Change& each : storing) ReadingRules(each, versions, refusals).Add();
}

}  // namespace structural::compare
