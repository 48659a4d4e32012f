#include "schema/compare/known_rules.h"

#include <algorithm>

#include "schema/compare/presence.h"
#include "schema/expressions/declared_type.h"

namespace structural::compare {
namespace {

constexpr std::size_t kFormsOfStep = 64;  // number of forms whose comparison is charged as one step of ComparisonBudget

// Returns the rule's text as its form, for a rule that cannot be parsed.
Alternatives TextForm(const crd::ValidationRule& rule) {
  return {(rule.optional_old_self.value_or(false) ? "optionalOldSelf text " : "text ") + std::string(rule.rule)};
}

// Whether an accepted value can have another type than expressions declare, so that a rule fails with an error.
// Examples: a list for a string with a format, 1.0 for an integer, or a text that its format cannot parse.
bool MayBeError(const crd::Structural& schema, unsigned kinds) {
  const bool is_integer = schema.generic.type == "integer" || schema.extensions->x_int_or_string;
  if (is_integer) return (kinds & kDoubles) != 0;
  return schema.generic.type == "string" && ((kinds & kArray) != 0 || !expressions::TypedFormat(schema).empty());
}

// Whether has(self.FIELD) is true in expressions if the object has the member `key`. Expressions do not see null
// members of objects with properties, and members without a declared type.
bool IsSeen(const SchemaSide& object, std::string_view key) {
  if (object.schema == nullptr || object.schema->properties.Find(key) == nullptr) return false;
  const kubernetes::FieldPath place = PlaceOfMember(object, key);
  const SchemaSide member = MemberOf(object, key, place).side;
  base::Arena arena(1024);
  if (member.schema == nullptr || expressions::Declare(*member.schema, member.is_resource, arena) == nullptr)
    return false;
  if (MayBeError(*member.schema, RangesOf(member.conjuncts).kinds)) return false;
  return NullHandlingOf(member) != NullHandling::kStays || !AcceptsNull(member);
}

// Whether expressions can select the field at the end of the chain. A CEL rule that selects any other field always
// fails with an error.
bool Declares(const expressions::DeclaredType* type, const FieldChain& chain) {
  for (const std::string& field : chain) {
    if (type == nullptr || type->kind != expressions::DeclaredType::Kind::kObject) return type != nullptr;
    type = type->FindField(field);
  }
  return type != nullptr;
}

}  // namespace

KnownRules::KnownRules(const SchemaSide& from, const SchemaSide& to,
                       const std::function<bool(std::string_view)>& keeps) {
  if (to.schema != nullptr) declared_ = expressions::Declare(*to.schema, to.is_resource, arena_);
  const Presence presence(from, to);
  for (const std::string_view key : presence.always_present()) {
    const auto form = IsSeen(to, key) && keeps(key) ? FormOfHas(key) : std::nullopt;
    if (form) always_present_.insert(*form);
  }
  if (from.schema == nullptr || from.runs_no_rules) return;
  for (const auto* rule : from.schema->x_validations) {
    const auto form = FormOf(*rule);
    if (form) known_parts_.insert(form->parts.begin(), form->parts.end());
    if (!form) known_parts_.insert(TextForm(*rule));
  }
}

bool KnownRules::Imply(const crd::ValidationRule& rule, const std::optional<RuleForm>& form,
                       ComparisonBudget& budget) const {
  if (!form) return known_parts_.contains(TextForm(rule));
  const bool known =
      std::ranges::all_of(form->parts, [&](const Alternatives& part) { return known_parts_.contains(part); });
  if (known) return true;
  return std::ranges::all_of(form->parts, [&](const Alternatives& part) { return Imply(part, budget); }) &&
         std::ranges::all_of(form->fields, [&](const FieldChain& chain) { return Declares(declared_, chain); });
}

bool KnownRules::Imply(const Alternatives& part, ComparisonBudget& budget) const {
  if (known_parts_.contains(part)) return true;
  const auto is_always = [&](const std::string& form) { return always_present_.contains(form); };
  if (std::ranges::any_of(part, is_always)) return true;
  const auto within = [&](const Alternatives& known) { return std::ranges::includes(part, known); };
  return part.size() > 1 && budget.Spend(1 + known_parts_.size() * part.size() / kFormsOfStep) &&
         std::ranges::any_of(known_parts_, within);
}

}  // namespace structural::compare
