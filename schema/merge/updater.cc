#include "schema/merge/updater.h"

#include <optional>

namespace structural::merge {
namespace {

using base::ErrorCode;

bool IsMissingVersion(const base::Error& error) { return error.code() == ErrorCode::kNotFound; }

// Returns the error "WHAT: MESSAGE" with the code kInvalidInput. Callers treat this code like any other unexpected
// error.
base::Error Failed(std::string_view what, const base::Error& error) {
  return {ErrorCode::kInvalidInput, std::string(what) + ": " + error.message()};
}

}  // namespace

const Set* Updater::IgnoredIn(std::string_view version) const {
  if (ignored_ == nullptr) return nullptr;
  const auto found = ignored_->find(version);
  return found == ignored_->end() ? nullptr : &found->second;
}

// Adapts the owned fields to types that have changed. Removes the owners whose version no longer exists.
base::Status Updater::ReconcileWithSchemaChanges(const TypedValue& live, Owners& owners) {
  for (auto at = owners.begin(); at != owners.end();) {
    const auto converted = converter_.Convert(live, at->second.api_version);
    if (!converted.ok()) {
      if (!IsMissingVersion(converted.error())) return converted.error();
      at = owners.erase(at);
      continue;
    }
    Reconcile(at->second.fields, converted->type, arena_);
    ++at;
  }
  return base::Ok();
}

base::Result<Comparison> Updater::CompareIn(std::string_view version, const TypedValue& old,
                                            const TypedValue& updated) {
  const auto versioned_old = converter_.Convert(old, version);
  if (!versioned_old.ok()) {
    if (IsMissingVersion(versioned_old.error())) return versioned_old.error();
    return Failed("failed to convert old object", versioned_old.error());
  }
  const auto versioned_updated = converter_.Convert(updated, version);
  if (!versioned_updated.ok()) {
    if (IsMissingVersion(versioned_updated.error())) return versioned_updated.error();
    return Failed("failed to convert new object", versioned_updated.error());
  }
  auto comparison = Compare(*versioned_old, *versioned_updated, arena_);
  if (!comparison.ok()) return Failed("failed to compare objects", comparison.error());
  return comparison;
}

// Finds the changed fields that other managers own. If `force` is true, these managers lose the fields; otherwise the
// fields are returned as conflicts. Sets `comparison` to the changes in `version`.
base::Status Updater::TakeFields(const TypedValue& old, const TypedValue& updated, std::string_view version,
                                 Owners& owners, std::string_view manager, bool force, Comparison& comparison,
                                 std::vector<Conflict>& conflicts) {
  auto compared = Compare(old, updated, arena_);
  if (!compared.ok()) return Failed("failed to compare objects", compared.error());
  std::map<std::string_view, Comparison> by_version;
  const auto add = [&](std::string_view in, Comparison found) -> Comparison& {
    if (const Set* ignored = IgnoredIn(in)) found.Exclude(*ignored, arena_);
    return by_version[in] = found;
  };
  comparison = add(version, *compared);
  Owners new_owners;
  for (const auto& [name, owned] : owners) {
    if (name == manager) {
      new_owners[name] = owned;
      continue;
    }
    auto known = by_version.find(owned.api_version);
    if (known == by_version.end()) {
      auto found = CompareIn(owned.api_version, old, updated);
      if (!found.ok()) {
        if (IsMissingVersion(found.error())) continue;
        return found.error();
      }
      add(owned.api_version, *found);
      known = by_version.find(owned.api_version);
    }
    const Comparison& change = known->second;
    const Set taken = Intersection(owned.fields, Union(change.modified, change.added, arena_), arena_);
    ForEachPath(taken, [&](Path path) { conflicts.push_back({name, arena_.Copy(path)}); });
    new_owners[name] = {Difference(Difference(owned.fields, taken, arena_), change.removed, arena_), owned.api_version,
                        owned.applied};
  }
  if (!force && !conflicts.empty()) return base::Ok();
  conflicts.clear();
  std::erase_if(new_owners, [](const auto& owner) { return owner.second.fields.empty(); });
  owners = std::move(new_owners);
  return base::Ok();
}

base::Status Updater::Update(const TypedValue& live, const TypedValue& updated, std::string_view version,
                             Owners& owners, std::string_view manager) {
  Owners new_owners = owners;
  base::Status step = ReconcileWithSchemaChanges(live, new_owners);
  if (!step.ok()) return step;
  Comparison change;
  std::vector<Conflict> conflicts;
  step = TakeFields(live, updated, version, new_owners, manager, true, change, conflicts);
  if (!step.ok()) return step;
  Set own = Difference(new_owners[manager].fields, change.removed, arena_);
  own = Union(Union(own, change.modified, arena_), change.added, arena_);
  if (const Set* ignored = IgnoredIn(version)) own = RecursiveDifference(own, *ignored, arena_);
  if (own.empty()) {
    new_owners.erase(manager);
  } else {
    new_owners[manager] = {own, version, false};
  }
  owners = std::move(new_owners);
  return base::Ok();
}

ApplyResult Updater::Apply(const TypedValue& live, const TypedValue& applied, std::string_view version, Owners& owners,
                           std::string_view manager, bool force) {
  ApplyResult result;
  Owners new_owners = owners;
  result.status = ReconcileWithSchemaChanges(live, new_owners);
  if (!result.status.ok()) return result;
  const auto merged = Merge(live, applied, arena_);
  if (!merged.ok()) {
    result.status = Failed("failed to merge config", merged.error());
    return result;
  }
  std::optional<OwnedFields> last;
  if (const auto found = new_owners.find(manager); found != new_owners.end()) last = found->second;
  Set own = FieldsOf(applied, arena_);
  if (const Set* ignored = IgnoredIn(version)) own = RecursiveDifference(own, *ignored, arena_);
  new_owners[manager] = {own, version, true};
  auto pruned = last && !last->fields.empty() ? Prune(*merged, new_owners, manager, *last) : merged;
  if (!pruned.ok()) {
    result.status = Failed("failed to prune fields", pruned.error());
    return result;
  }
  Comparison change;
  result.status = TakeFields(live, *pruned, version, new_owners, manager, force, change, result.conflicts);
  // If a later manager causes an error, the conflicts found before it are dropped.
  if (!result.status.ok()) result.conflicts.clear();
  if (!result.status.ok() || !result.conflicts.empty()) return result;
  owners = std::move(new_owners);
  result.object = *pruned;
  result.is_noop = live.value == pruned->value ||
                   (live.value != nullptr && pruned->value != nullptr && EqualValues(*live.value, *pruned->value));
  return result;
}

// Returns `merged` without the fields that the manager owned after its last apply and that no manager owns now. `last`:
// the manager's fields after that apply.
base::Result<TypedValue> Updater::Prune(const TypedValue& merged, const Owners& owners, std::string_view manager,
                                        const OwnedFields& last) {
  const auto converted = converter_.Convert(merged, last.api_version);
  if (!converted.ok()) {
    if (IsMissingVersion(converted.error())) return merged;
    return Failed("failed to convert merged object to last applied version", converted.error());
  }
  TypedValue whole = *converted;
  TypedValue pruned = RemoveItems(whole, WithNamedFields(last.fields, whole.type, arena_), arena_);
  base::Status step = AddBackOwned(whole, pruned, owners, last.api_version);
  if (!step.ok()) return Failed("failed add back owned items", step.error());
  const auto complete = AddBackDangling(*converted, pruned, last);
  if (!complete.ok()) return Failed("failed add back dangling items", complete.error());
  return converter_.Convert(*complete, owners.find(manager)->second.api_version);
}

// Adds the fields that managers own to `pruned` again. Begins with the fields in `version`, the version of the last
// apply, because `pruned` can only be converted to other versions if it has these fields.
base::Status Updater::AddBackOwned(TypedValue& merged, TypedValue& pruned, const Owners& owners,
                                   std::string_view version) {
  std::map<std::string_view, Set> owned;
  for (const auto& [name, owner] : owners) {
    Set& all = owned[owner.api_version];
    all = Union(all, owner.fields, arena_);
  }
  if (const auto first = owned.find(version); first != owned.end()) {
    base::Status step = AddBackOwnedIn(version, first->second, merged, pruned);
    if (!step.ok()) return step;
    owned.erase(first);
  }
  for (const auto& [in, fields] : owned) {
    base::Status step = AddBackOwnedIn(in, fields, merged, pruned);
    if (!step.ok()) return step;
  }
  return base::Ok();
}

base::Status Updater::AddBackOwnedIn(std::string_view version, const Set& owned, TypedValue& merged,
                                     TypedValue& pruned) {
  const auto whole = converter_.Convert(merged, version);
  if (!whole.ok()) {
    if (IsMissingVersion(whole.error())) return base::Ok();
    return Failed("failed to convert merged object at version " + std::string(version), whole.error());
  }
  merged = *whole;
  const auto part = converter_.Convert(pruned, version);
  if (!part.ok()) {
    if (IsMissingVersion(part.error())) return base::Ok();
    return Failed("failed to convert pruned object at version " + std::string(version), part.error());
  }
  const Set kept = Union(NamedFieldsOf(*part), WithNamedFields(owned, merged.type, arena_), arena_);
  pruned = RemoveItems(merged, Difference(NamedFieldsOf(merged), kept, arena_), arena_);
  return base::Ok();
}

// Adds those fields to `pruned` again that were removed only because a field that contains them was removed.
base::Result<TypedValue> Updater::AddBackDangling(const TypedValue& merged, const TypedValue& pruned,
                                                  const OwnedFields& last) {
  const auto part = converter_.Convert(pruned, last.api_version);
  if (!part.ok()) {
    if (IsMissingVersion(part.error())) return merged;
    return Failed("failed to convert pruned object to last applied version", part.error());
  }
  const Set removed = Difference(NamedFieldsOf(merged), NamedFieldsOf(*part), arena_);
  return RemoveItems(merged, Intersection(removed, WithNamedFields(last.fields, merged.type, arena_), arena_), arena_);
}

}  // namespace structural::merge
