#include "schema/compare/value_changes.h"

#include <algorithm>

#include "schema/expressions/object/escape.h"

namespace structural::compare {
namespace {

using objects::Checks;

bool MeetsMembers(const ValueChanges& changes, const Checks& checks) {
  if (checks.limits != nullptr) {
    if (checks.limits->min_properties && changes.MemberMayDisappear()) return true;
    if (checks.limits->max_properties && changes.MemberMayAppear()) return true;
  }
  for (const std::string_view name : checks.required) {
    const ValueChanges* member = changes.Member(name);
    if (member != nullptr && (member->may_appear || member->may_disappear)) return true;
  }
  for (const auto& [key, field] : checks.properties) {
    const ValueChanges* member = changes.Member(key);
    if (member != nullptr && MayDiffer(*member, *field)) return true;
  }
  return false;
}

// Whether the checks of members whose keys are not properties may have another result after the update.
bool MeetsOthers(const ValueChanges& changes, const Checks& checks) {
  if (checks.additional_properties == nullptr && !checks.forbids_additional_properties) return false;
  const auto meets = [&](const ValueChanges& member) {
    return member.value_may_change || checks.additional_properties == nullptr ||
           MayDiffer(member, *checks.additional_properties);
  };
  const auto named = [&](const auto& each) { return meets(*each.second); };
  return (changes.others != nullptr && meets(*changes.others)) || std::ranges::any_of(changes.members, named);
}

}  // namespace

const ValueChanges* ValueChanges::Member(std::string_view key) const {
  const auto found = members.find(key);
  return found != members.end() ? found->second.get() : others.get();
}

bool ValueChanges::ChangesValue() const {
  const auto changes = [](const ValueChangesPtr& part) { return part != nullptr && part->ChangesValue(); };
  const auto named = [&](const auto& each) { return changes(each.second); };
  return value_may_change || changes(others) || changes(items) || std::ranges::any_of(members, named);
}

bool ValueChanges::MemberMayAppear() const {
  const auto may = [](const auto& each) { return each.second->may_appear; };
  return (others != nullptr && others->may_appear) || std::ranges::any_of(members, may);
}

bool ValueChanges::MemberMayDisappear() const {
  const auto may = [](const auto& each) { return each.second->may_disappear; };
  return (others != nullptr && others->may_disappear) || std::ranges::any_of(members, may);
}

ValueChanges& MakeIfMissing(ValueChangesPtr& part) {
  if (part == nullptr) part = std::make_unique<ValueChanges>();
  return *part;
}

// Compares keys with the names in `chain` in their escaped form, because expressions escape names of fields. Any other
// name can be a key that is not a property.
bool MayDiffer(const ValueChanges& changes, std::span<const std::string> chain) {
  if (chain.empty() || changes.value_may_change || changes.type_may_change) return true;
  const auto rest = chain.subspan(1);
  bool named = false;
  for (const auto& [key, part] : changes.members) {
    const auto escaped = cel::object::Escape(key);
    if (key != chain[0] && (!escaped || *escaped != chain[0])) continue;
    if (MayDiffer(*part, rest)) return true;
    named = true;
  }
  return !named && changes.others != nullptr && MayDiffer(*changes.others, rest);
}

bool MayDiffer(const ValueChanges& changes, const Checks& checks) {
  const auto meets = [&](const Checks* each) { return MayDiffer(changes, *each); };
  if (changes.value_may_change) return true;
  if (!changes.ChangesValue()) return false;
  if (!checks.enumeration.empty()) return true;
  if (changes.items != nullptr) {
    if (checks.items != nullptr && MayDiffer(*changes.items, *checks.items)) return true;
    if (checks.limits != nullptr && checks.limits->unique_items) return true;
  }
  return MeetsMembers(changes, checks) || MeetsOthers(changes, checks) || std::ranges::any_of(checks.all_of, meets) ||
         std::ranges::any_of(checks.any_of, meets) || std::ranges::any_of(checks.one_of, meets) ||
         (checks.not_schema != nullptr && meets(checks.not_schema));
}

}  // namespace structural::compare
