#include "schema/compare/storage_read.h"

#include <algorithm>

#include "schema/json/members.h"
#include "schema/objects/default.h"

namespace structural::compare {

bool FieldsReadFromStorage::Keeps(std::span<const Step> field) const {
  return std::ranges::all_of(storages_, [&](const VersionPair& storage) {
    const std::vector<FieldSteps> fields = FieldsIn(version_, storage, field);
    return fields.size() < kMaxFieldsIn &&
           std::ranges::all_of(fields, [&](const FieldSteps& each) { return Keeps(storage, field, each); });
  });
}

// Whether the storage version keeps the field, and sets no default around it that the version would refuse.
bool FieldsReadFromStorage::Keeps(const VersionPair& storage, std::span<const Step> field,
                                  std::span<const Step> stored_field) const {
  for (std::size_t size = 1; size <= stored_field.size(); ++size) {
    const auto [before, after] = FindBoth(storage, false, stored_field.first(size));
    if (!before.kept || !after.kept) return false;
    if (!IsValid(before, field.first(size)) || !IsValid(after, field.first(size))) return false;
  }
  return true;
}

// Whether the version accepts the default, and would not complete it with defaults of its own.
bool FieldsReadFromStorage::IsValid(const FieldHandling& stored, std::span<const Step> field) const {
  if (!stored.HasDefault()) return true;
  base::Arena arena;
  auto value = json::Parser(arena).Parse(stored.Default());
  const auto own = FindBoth(version_, true, field);
  if (!value.ok() || !own.before.side || !objects::Default(*value, stored.schema(), arena).ok()) return false;
  json::Value completed = json::DeepCopy(*value, arena);
  const bool defaulted = own.after.schema() == nullptr || objects::Default(completed, own.after.schema(), arena).ok();
  base::WorkBudget work(Effort::kMaxWork);
  return defaulted && Equal(*value, completed) && Accept(own.before.side->conjuncts, *value, work);
}

}  // namespace structural::compare
