#include "schema/compare/known_rules.h"

#include <algorithm>

#include "schema/compare/presence.h"

namespace structural::compare {
namespace {

// What a rule that cannot be read is known by.
Alternatives TextForm(const model::ValidationRule& rule) { return {"text " + std::string(rule.rule)}; }

// Where properties have names, a null is not there for expressions. A list where a string is declared, as a format allows,
// is an error.
bool IsSeen(const Side& object, std::string_view key) {
  if (object.schema == nullptr || object.schema->properties.Find(key) == nullptr) return false;
  const kubernetes::FieldPath place = PlaceOfMember(object, key);
  const Side member = MemberOf(object, key, place).side;
  const bool is_text = member.schema != nullptr && member.schema->generic.type == "string";
  if (is_text && (RangesOf(member.conjuncts).kinds & kArray) != 0) return false;
  return FateOfNull(member) != NullFate::kStays || !TakesNull(member);
}

}  // namespace

KnownRules::KnownRules(const Side& from, const Side& to) {
  const Presence presence(from, to);
  for (const std::string_view key : presence.always()) {
    const auto form = IsSeen(to, key) ? FormOfHas(key) : std::nullopt;
    if (form) always_.insert(*form);
  }
  if (from.schema == nullptr) return;
  for (const auto* rule : from.schema->x_validations) {
    const auto form = FormOf(*rule);
    if (form) parts_.insert(form->parts.begin(), form->parts.end());
    if (!form) parts_.insert(TextForm(*rule));
  }
}

bool KnownRules::Imply(const model::ValidationRule& rule, const std::optional<RuleForm>& form) const {
  if (!form) return parts_.contains(TextForm(rule));
  return std::ranges::all_of(form->parts, [&](const Alternatives& part) { return Imply(part); });
}

bool KnownRules::Imply(const Alternatives& part) const {
  if (parts_.contains(part)) return true;
  const auto is_always = [&](const std::string& form) { return always_.contains(form); };
  if (std::ranges::any_of(part, is_always)) return true;
  const auto within = [&](const Alternatives& known) { return std::ranges::includes(part, known); };
  return part.size() > 1 && std::ranges::any_of(parts_, within);
}

}  // namespace structural::compare
