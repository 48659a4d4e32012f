#include <algorithm>

#include "schema/compare/found.h"
#include "schema/compare/storage_effects.h"
#include "schema/json/value.h"
#include "schema/objects/default.h"
#include "schema/objects/object_meta.h"

namespace structural::compare {
namespace {

using json::Value;

// Returns an object that contains only the value at the field.
Value Around(Value value, std::span<const Step> field, base::Arena& arena) {
  for (std::size_t i = field.size(); i > 0; --i) {
    const Step& step = field[i - 1];
    if (step.kind == Step::Kind::kElement) {
      const Value element[] = {value};
      value = Value::Array(arena.Copy(std::span<const Value>(element)));
      continue;
    }
    const std::string_view key = step.kind == Step::Kind::kName ? std::string_view(step.name) : "key";
    const json::Member member[] = {{key, value}};
    value = Value::Object(arena.Copy(std::span<const json::Member>(member)));
  }
  return value;
}

// Whether a version cannot decode the value at the field. `sets`: the schema whose defaults complete it, or null.
bool Breaks(std::string_view text, const crd::Structural* sets, const LoadedVersion& reads,
            std::span<const Step> field) {
  base::Arena arena(1024);
  auto value = json::Parser(arena).Parse(text);
  if (!value.ok() || (sets != nullptr && !objects::Default(*value, sets, arena).ok())) return false;
  Value object = Around(*value, field, arena);
  return objects::CoerceObjectMeta(kubernetes::ObjectPath(), object, reads.schema, false,
                                   objects::MalformedMetadata::kIsAnError, arena)
      .error.has_value();
}

class Broken {
 public:
  explicit Broken(const StoragePair& versions) : storage_(versions.storage), version_(versions.version) {}

  // Whether the new default, or a null that is now stored, is not a valid embedded resource.
  bool IsBy(const Change& change) const {
    if (change.aspect != Aspect::kDefault) return false;
    const bool by_storage = !change.storage.empty();
    const std::span<const Step> field(change.field),
        other(change.stored_field.empty() ? change.field : change.stored_field);
    const auto stored = by_storage ? field : other, own = by_storage ? other : field;
    const auto breaks = [&](const VersionPair& setter, std::span<const Step> at) {
      const FieldHandling sets = FindBoth(setter, false, at).after;
      const bool of_null = change.keyword == "nullable" && sets.KeepsNull();
      if (!of_null && !sets.HasDefault()) return false;
      const std::string_view text = of_null ? "null" : sets.Default();
      const crd::Structural* schema = of_null ? nullptr : sets.schema();
      return Breaks(text, schema, storage_.after, stored) || (by_storage && Breaks(text, schema, version_.after, own));
    };
    return breaks(version_, own) || (by_storage && breaks(storage_, stored));
  }
  // Whether the version begins to read a field in which the storage version sets an invalid embedded resource.
  bool BeginsAt(const Change& change) const {
    if (change.effect != Effect::kLarger || !change.storage.empty()) return false;
    for (const FieldSteps& field : FieldsIn(version_, storage_, change.field)) {
      for (std::size_t size = 1; size <= field.size(); ++size) {
        const FieldHandling stored = FindBoth(storage_, false, std::span(field).first(size)).after;
        if (!stored.HasDefault()) continue;
        if (Breaks(stored.Default(), stored.schema(), version_.after, std::span(change.field).first(size))) return true;
      }
    }
    return false;
  }

 private:
  const VersionPair& storage_;
  const VersionPair& version_;
};

}  // namespace

void AddRefusalsOfInvalidResources(const StoragePair& versions, std::span<const Change> hidden,
                                   std::vector<Change>& changes) {
  const Broken broken(versions);
  std::vector<Change> refusals;
  const auto is_told = [&](const Change& change) {
    const auto same = [&](const Change& other) {
      return other.refuses() && other.keyword == kEmbedded && other.field == change.field;
    };
    return std::ranges::any_of(changes, same) || std::ranges::any_of(refusals, same);
  };
  const auto refuse = [&](const Change& change) {
    if (is_told(change)) return;
    Change& refusal = refusals.emplace_back(change);
    refusal.aspect = Aspect::kObjects;
    refusal.effect = Effect::kSmaller;
    refusal.keyword = kEmbedded;
    refusal.storage = versions.storage.after.name;
  };
  for (const Change& each : hidden) {
    if (broken.IsBy(each)) refuse(each);
  }
  for (const Change& each : changes) {
    if (broken.IsBy(each) || broken.BeginsAt(each)) refuse(each);
  }
  // Objects that are refused are not stored.
  std::erase_if(changes, [&](const Change& each) { return each.keyword == "nullable" && broken.IsBy(each); });
  std::ranges::move(refusals, std::back_inserter(changes));
}

}  // namespace structural::compare
