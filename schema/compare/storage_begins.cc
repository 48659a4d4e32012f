#include <algorithm>

#include "schema/base/quote.h"
#include "schema/compare/found.h"
#include "schema/compare/storage_effects.h"
#include "schema/objects/fields.h"

namespace structural::compare {
namespace {

using model::Structural;

constexpr std::size_t kShortDefault = 120;

bool BeginsToKeep(const Change& change) {
  const bool keeps = change.keyword == "properties" || change.keyword == "additionalProperties" ||
                     change.keyword == "x-kubernetes-preserve-unknown-fields";
  return change.effect == Effect::kLarger && keeps;
}

class BegunDefaults {
 public:
  BegunDefaults(const StoragePair& versions, const Change& change, std::vector<Change>& to)
      : storage_(versions.storage), version_(versions.version), change_(change), to_(to) {}

  // Those around a field may have it, too.
  void Add() {
    for (const FieldSteps& field : FieldsIn(storage_, version_, change_.field)) {
      own_ = field;
      stored_ = change_.field;
      const bool is_around = AddAround();
      if (!is_around) AddBelow(FindBoth(version_, false, own_).after.schema());
    }
  }

 private:
  bool AddAround() {
    for (std::size_t size = 1; size <= own_.size(); ++size) {
      const Found found = FindBoth(version_, false, std::span(own_).first(size)).after;
      const bool has_more = size == own_.size() || found.Default().size() > std::string_view("{}").size();
      if (!found.HasDefault() || found.is_entry || !has_more) continue;
      AddDefault(found.Default());
      return true;
    }
    return false;
  }

  // Fields with a default, which the storage version did not keep.
  void AddBelow(const Structural* schema) {
    if (schema == nullptr) return;
    const auto below = [&](Step step, const Structural* part) {
      own_.push_back(step);
      stored_.push_back(std::move(step));
      const FoundPair stored = FindBoth(storage_, false, stored_);
      const bool begins = stored.after.kept && !stored.before.kept;
      const bool sets = begins && own_.back().kind == Step::Kind::kName && !part->generic.default_value.empty();
      if (sets) AddDefault(part->generic.default_value);
      if (!sets) AddBelow(part);
      own_.pop_back();
      stored_.pop_back();
    };
    for (const auto& [key, property] : schema->properties) below({Step::Kind::kName, std::string(key)}, property);
    if (schema->items != nullptr) below({Step::Kind::kElement}, schema->items);
    if (const Structural* additional = objects::AdditionalOf(*schema)) below({Step::Kind::kOtherKey}, additional);
  }

  void AddDefault(std::string_view text) {
    Change& added = to_.emplace_back(Change(change_));
    added.aspect = Aspect::kDefault;
    added.effect = Effect::kSame;
    added.keyword = "default";
    added.field = stored_;
    added.stored_field = own_ == stored_ ? FieldSteps() : own_;
    added.before.clear();
    added.after = base::Shorten(std::string(text), kShortDefault);
    added.version = version_.before.name;
    added.storage = storage_.after.name;
  }

  const VersionPair& storage_;
  const VersionPair& version_;
  const Change& change_;
  std::vector<Change>& to_;
  FieldSteps own_, stored_;  // in each version
};

}  // namespace

void AddBegunDefaults(const StoragePair& versions, const Change& change, std::vector<Change>& changes) {
  if (BeginsToKeep(change)) BegunDefaults(versions, change, changes).Add();
}

}  // namespace structural::compare
