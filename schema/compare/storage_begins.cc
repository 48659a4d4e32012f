#include "schema/compare/found.h"
#include "schema/compare/obligations.h"
#include "schema/compare/storage_effects.h"
#include "schema/crd/model/fields.h"
#include "schema/json/value.h"
#include "schema/objects/default.h"

namespace structural::compare {
namespace {

using crd::Structural;

bool BeginsToKeep(const Change& change) {
  const bool keeps = change.keyword == "properties" || change.keyword == "additionalProperties" ||
                     change.keyword == "x-kubernetes-preserve-unknown-fields";
  return change.effect == Effect::kLarger && keeps;
}

// Returns the value at the steps, from the first element or member that has it. Null: none.
const json::Value* FindIn(const json::Value& value, std::span<const Step> steps) {
  if (steps.empty()) return value.is_null() ? nullptr : &value;
  const auto rest = steps.subspan(1);
  if (steps[0].kind == Step::Kind::kName) {
    const json::Value* member = value.Find(steps[0].name);
    return member == nullptr ? nullptr : FindIn(*member, rest);
  }
  const bool of_list = steps[0].kind == Step::Kind::kElement;
  if (of_list ? !value.is_array() : !value.is_object()) return nullptr;
  const auto first = [&](const auto& parts, auto value_of) {
    const json::Value* found = nullptr;
    for (auto part = parts.begin(); found == nullptr && part != parts.end(); ++part)
      found = FindIn(value_of(*part), rest);
    return found;
  };
  if (of_list) return first(value.elements(), [](const json::Value& element) -> const json::Value& { return element; });
  return first(value.members(), [](const json::Member& member) -> const json::Value& { return member.value; });
}

class BegunDefaults {
 public:
  BegunDefaults(const StoragePair& versions, const Change& change, std::vector<Change>& to)
      : storage_(versions.storage), version_(versions.version), change_(change), to_(to) {}

  void Add() {
    for (const FieldSteps& field : FieldsIn(storage_, version_, change_.field)) {
      own_ = field;
      stored_ = change_.field;
      if (!AddAt()) AddBelow(FindBoth(version_, false, own_).after.schema());
    }
  }

 private:
  // Returns the value that the version sets in a missing field: its default, or its part of a default around it.
  std::string SetBy(FieldHandling FieldHandlingPair::*side) const {
    for (std::size_t size = 1; size <= own_.size(); ++size) {
      const FieldHandling found = FindBoth(version_, false, std::span(own_).first(size)).*side;
      if (!found.HasDefault() || found.is_entry) continue;
      base::Arena arena(1024);
      auto value = json::Parser(arena).Parse(found.Default());
      if (!value.ok() || !objects::Default(*value, found.schema(), arena).ok()) continue;
      const json::Value* set = FindIn(*value, std::span(own_).subspan(size));
      if (set != nullptr) return ShortText(*set);
    }
    return {};
  }

  // Returns false if the version sets no value at the field. Adds a change if the version's default is unchanged.
  bool AddAt() {
    const std::string after = SetBy(&FieldHandlingPair::after);
    if (after.empty() || after != SetBy(&FieldHandlingPair::before)) return !after.empty();
    Change& added = to_.emplace_back(Change(change_));
    added.aspect = Aspect::kDefault;
    added.effect = Effect::kSame;
    added.keyword = "default";
    added.field = stored_;
    added.stored_field = own_ == stored_ ? FieldSteps() : own_;
    added.before.clear();
    added.after = after;
    added.version = version_.before.name;
    added.storage = storage_.after.name;
    return true;
  }

  // Adds fields that have a default and that the storage version did not keep.
  void AddBelow(const Structural* schema) {
    if (schema == nullptr) return;
    const auto below = [&](Step step, const Structural* part) {
      own_.push_back(step);
      stored_.push_back(std::move(step));
      const FieldHandlingPair stored = FindBoth(storage_, false, stored_);
      const bool begins = stored.after.kept && !stored.before.kept;
      const bool sets = begins && own_.back().kind == Step::Kind::kName && !part->generic.default_value.empty();
      if (!sets || !AddAt()) AddBelow(part);
      own_.pop_back();
      stored_.pop_back();
    };
    for (const auto& [key, property] : schema->properties) below({Step::Kind::kName, std::string(key)}, property);
    if (schema->items != nullptr) below({Step::Kind::kElement}, schema->items);
    if (const Structural* additional = crd::AdditionalOf(*schema)) below({Step::Kind::kOtherKey}, additional);
  }

  const VersionPair& storage_;
  const VersionPair& version_;
  const Change& change_;
  std::vector<Change>& to_;
  FieldSteps own_, stored_;  // path of the field in the other version, and in the storage version
};

}  // namespace

void AddDefaultsOfNewlyKeptFields(const StoragePair& versions, const Change& change, std::vector<Change>& changes) {
  if (BeginsToKeep(change)) BegunDefaults(versions, change, changes).Add();
}

}  // namespace structural::compare
