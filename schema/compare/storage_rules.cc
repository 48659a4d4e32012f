#include <algorithm>

#include "schema/cel/object/escape.h"
#include "schema/compare/rule_form.h"
#include "schema/compare/storage_effects.h"
#include "schema/objects/fields.h"

namespace structural::compare {
namespace {

using model::Structural;

// Whether a chain from one place on reads the field, or something around it or in it. What is in a list or a map is read with it.
bool Reads(const FieldChain& chain, std::span<const Step> field) {
  for (std::size_t i = 0; i < std::min(chain.size(), field.size()); ++i) {
    if (field[i].kind != Step::Kind::kName) return true;
    const auto escaped = cel::object::Escape(field[i].name);
    if (chain[i] != field[i].name && (!escaped || chain[i] != *escaped)) return false;
  }
  return true;
}

class ReadingRules {
 public:
  ReadingRules(const Change& change, const StoragePair& versions, std::vector<Change>& to)
      : change_(change), field_(change.stored_field.empty() ? change.field : change.stored_field), versions_(versions), to_(to) {}

  // From the root to the field, and in it.
  void Add() {
    const Structural* at = versions_.version.after.schema;
    for (std::size_t i = 0; at != nullptr; ++i) {
      const auto rest = std::span(field_).subspan(i);
      if (rest.empty()) return AddBelow(*at);
      for (const auto* rule : at->x_validations) AddRule(*rule, rest);
      at = Below(*at, rest[0]);
    }
  }

 private:
  static const Structural* Below(const Structural& schema, const Step& step) {
    if (step.kind == Step::Kind::kElement) return schema.items;
    const Structural* property = step.kind == Step::Kind::kName ? schema.properties.Find(step.name) : nullptr;
    return property != nullptr ? property : objects::AdditionalOf(schema);
  }

  void AddBelow(const Structural& schema) {
    for (const auto* rule : schema.x_validations) AddRule(*rule, {});
    if (schema.items != nullptr) AddBelow(*schema.items);
    if (const Structural* additional = objects::AdditionalOf(schema)) AddBelow(*additional);
    for (const auto& entry : schema.properties) AddBelow(*entry.value);
  }

  // An update of the status runs the rules on what is read, also on a default that the version does not accept.
  void AddRule(const model::ValidationRule& rule, std::span<const Step> rest) {
    const auto form = FormOf(rule);
    const bool reads = !form || std::ranges::any_of(form->fields, [&](const FieldChain& chain) { return Reads(chain, rest); });
    const bool compares = !form || form->uses_old_self;
    const bool meets = rest.empty() || reads;
    const bool sees = versions_.version.after.HasStatus() && (!rest.empty() || change_.aspect == Aspect::kDefault);
    if (!meets || (!compares && !sees)) return;
    Change refusal = change_;
    refusal.aspect = Aspect::kObjects;
    refusal.effect = Effect::kSmaller;
    refusal.keyword = "x-kubernetes-validations";
    refusal.before = refusal.after = std::string(rule.rule);
    to_.push_back(std::move(refusal));
  }

  const Change& change_;
  const FieldSteps& field_;
  const StoragePair& versions_;
  std::vector<Change>& to_;
};

}  // namespace

void AddReadingRules(const StoragePair& versions, std::vector<Change>& changes) {
  std::vector<Change> refusals;
  for (const Change& each : changes) {
    const bool stores = each.aspect == Aspect::kLoss || each.aspect == Aspect::kDefault;
    if (stores && !each.storage.empty()) ReadingRules(each, versions, refusals).Add();
  }
  std::ranges::move(refusals, std::back_inserter(changes));
}

}  // namespace structural::compare
