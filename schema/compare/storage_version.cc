#include "schema/compare/storage_version.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/field_handling.h"
#include "schema/compare/loaded.h"
#include "schema/compare/obligations.h"
#include "schema/compare/rule_form.h"
#include "schema/crd/model/structural.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/rule_texts.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/object_meta.h"
#include "schema/objects/prune.h"

namespace structural::compare {
namespace {

// The storage version and another version, each before and after the update. The storage version affects the other one
// in two ways. A server decodes embedded resources in both versions. CEL rules of the other version read fields that
// the storage version has dropped or set.
struct StoragePair {
  const VersionPair& storage;
  const VersionPair& version;
};

using crd::Structural;

bool BeginsToKeep(const Change& change) {
  const bool keeps = change.keyword == "properties" || change.keyword == "additionalProperties" ||
                     change.keyword == "x-kubernetes-preserve-unknown-fields";
  return change.effect == Effect::kLarger && keeps;
}

// Returns the value that the steps lead to, or null. A step to an element or to any other key leads to the first
// element or member that has the rest of the path.
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
    for (const FieldSteps& field : CorrespondingFields(storage_, version_, change_.field)) {
      own_ = field;
      stored_ = change_.field;
      if (!AddAt()) AddBelow(FindFieldBeforeAndAfter(version_, false, own_).after.schema());
    }
  }

 private:
  // Returns the text of the value that the version sets in a missing field: the field's default, or the field in a
  // default of a value around it. Empty if the version sets no value.
  std::string SetBy(FieldHandling FieldHandlingPair::*side) const {
    for (std::size_t size = 1; size <= own_.size(); ++size) {
      const FieldHandling found = FindFieldBeforeAndAfter(version_, false, std::span(own_).first(size)).*side;
      if (!found.HasDefault() || found.is_entry) continue;
      base::Arena arena(1024);
      auto value = json::Parser(arena).Parse(found.Default());
      if (!value.ok() || !objects::Default(*value, found.schema(), arena).ok()) continue;
      const json::Value* set = FindIn(*value, std::span(own_).subspan(size));
      if (set != nullptr) return ShortText(*set);
    }
    return {};
  }

  // Adds a change if the version sets one value at the field before and after. Returns whether it sets one after.
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
    added.storage_version = storage_.after.name;
    return true;
  }

  // Adds changes for fields inside `schema` with a default that the storage version keeps only after the update.
  void AddBelow(const Structural* schema) {
    if (schema == nullptr) return;
    const auto below = [&](Step step, const Structural* part) {
      own_.push_back(step);
      stored_.push_back(std::move(step));
      const FieldHandlingPair stored = FindFieldBeforeAndAfter(storage_, false, stored_);
      const bool begins = stored.after.kept && !stored.before.kept;
      const bool sets = begins && own_.back().kind == Step::Kind::kName && !part->generic.default_value.empty();
      if (!sets || !AddAt()) AddBelow(part);
      own_.pop_back();
      stored_.pop_back();
    };
    for (const auto& [key, property] : schema->properties) below({Step::Kind::kName, std::string(key)}, property);
    if (schema->items != nullptr) below({Step::Kind::kElement}, schema->items);
    if (const Structural* additional = crd::AdditionalPropertiesOf(*schema)) below({Step::Kind::kOtherKey}, additional);
  }

  const VersionPair& storage_;
  const VersionPair& version_;
  const Change& change_;
  std::vector<Change>& to_;
  FieldSteps own_, stored_;  // path of the current field in the other version, and in the storage version
};

// Adds changes for the other version's defaults of fields that the storage version did not keep before the update.
// `change` is a change of the storage version. Does nothing unless the storage version keeps more fields because of it.
void AddDefaultsOfNewlyKeptFields(const StoragePair& versions, const Change& change, std::vector<Change>& changes) {
  if (BeginsToKeep(change)) BegunDefaults(versions, change, changes).Add();
}

using json::Value;

// Returns an object that contains only `value`, at the field.
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

// Whether decoding fails in the version `reads` for an object that has, at the field, the value of the JSON text
// `text`. `sets`: the schema whose defaults are added to the value before that; null: no defaults are added.
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

  // Whether a new default, or a null that is now stored, is not a valid embedded resource.
  bool IsBy(const Change& change) const {
    if (change.aspect != Aspect::kDefault) return false;
    const bool by_storage = !change.storage_version.empty();
    const std::span<const Step> field(change.field),
        other(change.stored_field.empty() ? change.field : change.stored_field);
    const auto stored = by_storage ? field : other, own = by_storage ? other : field;
    const auto breaks_clients = [&](const VersionPair& setter, std::span<const Step> at) {
      const FieldHandling sets = FindFieldBeforeAndAfter(setter, false, at).after;
      const bool of_null = change.keyword == "nullable" && sets.KeepsNull();
      if (!of_null && !sets.HasDefault()) return false;
      const std::string_view text = of_null ? "null" : sets.Default();
      const crd::Structural* schema = of_null ? nullptr : sets.schema();
      return Breaks(text, schema, storage_.after, stored) || (by_storage && Breaks(text, schema, version_.after, own));
    };
    return breaks_clients(version_, own) || (by_storage && breaks_clients(storage_, stored));
  }
  // Whether the change makes the version accept more, and a default that the storage version sets at or around the
  // changed field is not a valid embedded resource in the version.
  bool BeginsAt(const Change& change) const {
    if (change.effect != Effect::kLarger || !change.storage_version.empty()) return false;
    for (const FieldSteps& field : CorrespondingFields(version_, storage_, change.field)) {
      for (std::size_t size = 1; size <= field.size(); ++size) {
        const FieldHandling stored = FindFieldBeforeAndAfter(storage_, false, std::span(field).first(size)).after;
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

// Adds a refusal for each default of one version that is not a valid embedded resource in the other version. `hidden`:
// changes of the storage version that are not in `changes`, because the other version itself changes the same fields.
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
    refusal.storage_version = versions.storage.after.name;
  };
  for (const Change& each : hidden) {
    if (broken.IsBy(each)) refuse(each);
  }
  for (const Change& each : changes) {
    if (broken.IsBy(each) || broken.BeginsAt(each)) refuse(each);
  }
  // An object that is refused is not stored, so a change of its stored null is not reported.
  std::erase_if(changes, [&](const Change& each) { return each.keyword == "nullable" && broken.IsBy(each); });
  std::ranges::move(refusals, std::back_inserter(changes));
}

using kubernetes::FieldPath;

constexpr std::string_view kRules = "x-kubernetes-validations";
constexpr std::size_t kMaxRead = 8;  // maximum number of fields that are listed for one CEL rule

// Whether a chain reads the field, a part of it, or a value around it. An expression that reads a list or map is
// assumed to read everything in it.
bool Reads(const FieldChain& chain, std::span<const Step> field) {
  for (std::size_t i = 0; i < std::min(chain.size(), field.size()); ++i) {
    if (field[i].kind != Step::Kind::kName) return true;
    const auto escaped = cel::object::Escape(field[i].name);
    if (chain[i] != field[i].name && (!escaped || chain[i] != *escaped)) return false;
  }
  return true;
}

// A list of changes with one refusal for each CEL rule, which lists all affected fields that the rule reads.
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
    std::vector<FieldSteps>& via = changes_[found->second].affecting_fields;
    for (FieldSteps& field : refusal.affecting_fields) {
      if (via.size() < kMaxRead && std::ranges::find(via, field) == via.end()) via.push_back(std::move(field));
    }
  }

 private:
  static std::string KeyOf(const Change& change) { return FieldText(change.field).append("\n").append(change.after); }

  std::vector<Change>& changes_;
  std::unordered_map<std::string, std::size_t> indexes_;
};

// A schema inside a version, before and after the update.
struct RulePlace {
  const Structural* before;  // null: the old version has no such schema
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

  // Adds refusals for the CEL rules on the path from the root to the field, and for those inside the field.
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
    if (crd::AdditionalPropertiesOf(place.after) != nullptr) VisitPart(place, {Step::Kind::kOtherKey});
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
    return property != nullptr ? property : crd::AdditionalPropertiesOf(*schema);
  }

  // Adds a refusal if the CEL rule reads the field, and also reads oldSelf or runs in updates of the status. An update
  // of the status runs all rules on the object as it is read, even on defaults that the version does not accept.
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
    refusal.storage_version = change_.storage_version;
    refusal.field = places_;
    if (places_ != steps_) refusal.stored_field = steps_;
    refusal.keyword = kRules;
    refusal.before = refusal.after = RuleText(rule);
    refusal.before_path = place.before_path.String().append(".").append(kRules);
    refusal.after_path = place.after_path.String().append(".").append(kRules);
    refusal.rule.transition = form && compares && !rule.optional_old_self.value_or(false);
    if (rule.message_expression.empty()) refusal.rule.message = expressions::MessageOrRule(rule);
    if (!rest.empty()) refusal.affecting_fields.emplace_back(rest.begin(), rest.end());
    to_.Add(std::move(refusal));
  }

  const Change& change_;
  const FieldSteps& field_;
  const StoragePair& versions_;
  RuleRefusals& to_;
  FieldSteps steps_, places_;  // path of the current value in objects, and path of its schema
};

// Adds a refusal for each CEL rule of the version that reads a field that the storage version drops or sets. In an
// update of the status, this can be any rule; in other requests, only a rule that uses oldSelf.
void AddRefusalsOfReadingRules(const StoragePair& versions, std::vector<Change>& changes) {
  std::vector<Change> storing;
  for (const Change& each : changes) {
    const bool stores = each.aspect == Aspect::kLoss || each.aspect == Aspect::kDefault;
    if (stores && !each.storage_version.empty()) storing.push_back(each);
  }
  RuleRefusals refusals(changes);
  for (const Change& each : storing) ReadingRules(each, versions, refusals).Add();
}

// Whether the change drops fields inside a value, and not the value itself.
bool IsOfContainers(const Change& change) {
  const bool is_entry = !change.field.empty() && change.field.back().kind == Step::Kind::kOtherKey;
  return change.keyword == "x-kubernetes-preserve-unknown-fields" && !is_entry;
}

// Whether objects of another version can have the value that a change of the storage version affects.
bool CanHave(const Change& change, const FieldHandlingPair& version) {
  const auto& [before, after] = version;
  if (change.keyword == "nullable") return before.KeepsNull();
  if (change.aspect == Aspect::kDefault)
    return after.kept && (before.KeepsNull() || !before.SetsDefault() || !after.SetsDefault());
  if (IsOfContainers(change) && after.IsScalar()) return false;
  return before.kept && !(change.refuses() && before.IsResource());
}

// Whether objects of the version may lack a valid apiVersion, kind or metadata of an embedded resource at the field.
// Ignores fields that the storage version drops.
bool MayBeNoResource(const VersionPair& version, std::span<const Step> field, const VersionPair& storage,
                     std::span<const Step> stored_field) {
  FieldSteps own(field.begin(), field.end()), stored(stored_field.begin(), stored_field.end());
  own.emplace_back();
  stored.emplace_back();
  // True also if the place is a field of an embedded resource.
  const bool is_resource = FindFieldBeforeAndAfter(storage, false, stored_field).after.IsResource();
  for (const std::string_view key : crd::kMetaFields) {
    own.back() = stored.back() = {Step::Kind::kName, std::string(key)};
    const FieldHandling found = FindFieldBeforeAndAfter(version, true, own).before;
    if (!found.kept || (is_resource && !FindFieldBeforeAndAfter(storage, false, stored).before.kept)) continue;
    const bool is_metadata = key == "metadata";
    const unsigned fits = is_metadata ? kObject | kNull : kString;
    if ((RangesOf(found.side->conjuncts).kinds & ~fits) != 0) return true;
    if (is_metadata && AdditionalMemberOf(*found.side, *found.side->path).kept) return true;
    if (is_metadata && found.schema() != nullptr && !found.schema()->properties.empty()) return true;
  }
  return false;
}

// A value that a version sets, and the schema whose defaults are added to it. An empty text means that no value is set.
struct SetValue {
  std::string_view text;
  const crd::Structural* schema;
};

SetValue DefaultOf(const FieldHandling& version) { return {version.Default(), version.schema()}; }

// Returns the value that is stored for a null in a request.
SetValue OfNull(const FieldHandling& own, const FieldHandling& stored) {
  if (!stored.kept) return {};
  const NullHandling handling = own.HandlingOfNull();
  if (handling == NullHandling::kIsDefaulted) return DefaultOf(own);
  if (handling == NullHandling::kIsEmptied) return {"{}", own.schema()};
  const NullHandling then = stored.HandlingOfNull();
  if (handling == NullHandling::kStays && (then == NullHandling::kStays || then == NullHandling::kIsRefused))
    return {"null", nullptr};
  if (handling == NullHandling::kStays && then == NullHandling::kIsEmptied) return {"{}", stored.schema()};
  return handling == NullHandling::kStays || !stored.is_entry ? DefaultOf(stored) : SetValue{};
}

// Returns the value that is set in a missing field: the default of the version, otherwise of the storage version.
SetValue OfMissing(const FieldHandling& own, const FieldHandling& stored) {
  return DefaultOf(own.HasDefault() ? own : stored);
}

// Returns the text of a value after the storage version has pruned it and added its defaults.
std::string Completed(const SetValue& set, const FieldHandling& stored) {
  base::Arena arena;
  const auto parsed = json::Parser(arena).Parse(set.text);
  if (!parsed.ok() || !stored.side) return std::string(set.text);
  json::Value value = *parsed;
  if (!objects::Default(value, set.schema, arena).ok()) return "";
  if (stored.side->prunes) objects::Prune(value, stored.schema(), false);
  objects::PruneNulls(value, stored.schema());
  if (!objects::Default(value, stored.schema(), arena).ok()) return "";
  std::string text;
  json::AppendJson(value, text);
  return text;
}

// Whether two values are stored as equal values. Equal texts of objects and lists can differ in the defaults that are
// added to them.
bool IsStoredAs(const SetValue& a, const FieldHandling& stored_a, const SetValue& b, const FieldHandling& stored_b) {
  const bool is_container = a.text.starts_with('{') || a.text.starts_with('[');
  return a.text == b.text && (!is_container || Completed(a, stored_a) == Completed(b, stored_b));
}

// Whether the storage version keeps the value that a change of another version affects.
bool CanStore(const Change& change, const FieldHandlingPair& own, const FieldHandlingPair& storage) {
  const auto& [before, after] = storage;
  const auto changes = [&](auto set) {
    return !IsStoredAs(set(own.before, before), before, set(own.after, after), after);
  };
  if (change.keyword == "default" && !before.is_entry && !after.is_entry && !changes(OfMissing)) return false;
  if (change.keyword == "nullable") return changes(OfNull);
  return before.kept || (after.kept && change.aspect == Aspect::kDefault);
}

// Whether `holds` is true for one of the fields of the other version that can be the changed field. If the path of this
// field differs from change.field, sets change.stored_field to it.
template <typename Holds>
bool HoldsInOther(Change& change, const VersionPair& own, const VersionPair& other, Holds holds) {
  std::vector<FieldSteps> fields = CorrespondingFields(own, other, change.field);
  for (FieldSteps& field : fields) {
    if (!holds(change, field)) continue;
    if (field != change.field) change.stored_field = std::move(field);
    return true;
  }
  return fields.size() >= kMaxCorrespondingFields;
}

// Whether the storage version keeps apiVersion, kind or metadata of an embedded resource at another version's field.
bool KeepsResourceField(const VersionPair& storage, std::span<const Step> field) {
  FieldSteps own(field.begin(), field.end());
  own.emplace_back();
  return std::ranges::any_of(crd::kMetaFields, [&](std::string_view key) {
    own.back() = {Step::Kind::kName, std::string(key)};
    return FindFieldBeforeAndAfter(storage, false, own).before.kept;
  });
}

bool IsStored(Change& change, const VersionPair& storage, const VersionPair& version) {
  if (change.aspect != Aspect::kLoss && change.aspect != Aspect::kDefault) return true;
  const FieldHandlingPair own = FindFieldBeforeAndAfter(version, false, change.field);
  return HoldsInOther(change, version, storage, [&](const Change& each, std::span<const Step> field) {
    return CanStore(each, own, FindFieldBeforeAndAfter(storage, false, field)) &&
           (each.keyword != kEmbedded || KeepsResourceField(storage, field));
  });
}

// Whether a value around the field can be a default of the storage version to which the other version adds no defaults.
bool MayComeFromStorageDefault(std::span<const Step> stored_field, const VersionPair& storage,
                               std::span<const Step> field, const VersionPair& version) {
  const auto comes = [](const FieldHandling& stored, const FieldHandling& own) {
    return stored.HasDefault() && (own.KeepsNull() || (!stored.is_entry && !own.SetsDefault()));
  };
  for (std::size_t size = 1; size < field.size(); ++size) {
    const FieldHandlingPair stored = FindFieldBeforeAndAfter(storage, false, stored_field.first(size)),
                            own = FindFieldBeforeAndAfter(version, false, field.first(size));
    if (comes(stored.before, own.before) || comes(stored.after, own.after)) return true;
  }
  return false;
}

std::string KeyOf(const Change& change) {
  return FieldText(change.field).append(" ").append(change.keyword).append(" ").append(Name(change.aspect));
}

// Whether a change of the storage version can affect objects of other versions. The storage version does not validate
// these objects, but drops and defaults their fields, and decodes embedded resources.
bool ReachesOthers(const Change& change) {
  return change.aspect == Aspect::kLoss || change.aspect == Aspect::kDefault ||
         (change.refuses() && change.keyword == kEmbedded);
}

}  // namespace

const LoadedVersion* StorageVersionOf(const LoadedCrd& crd) {
  if (TextOf(Below(crd.spec.Find("conversion"), "strategy")) == "Webhook") return nullptr;
  const auto found = std::ranges::find_if(
      crd.versions, [](const LoadedVersion& each) { return json::IsTrue(each.json.Find("storage")); });
  return found == crd.versions.end() ? nullptr : &*found;
}

namespace {

// Whether objects of the other version can have, or get by default, the value that a storage version's change affects.
bool Reaches(Change& change, const VersionPair& storage, const VersionPair& version) {
  return HoldsInOther(change, storage, version, [&](const Change& of, std::span<const Step> field) {
    if (of.refuses() && !MayBeNoResource(version, field, storage, of.field)) return false;
    const bool comes = MayComeFromStorageDefault(of.field, storage, field, version);
    const FieldHandlingPair found = FindFieldBeforeAndAfter(version, !comes, field);
    return CanHave(of, found) || (of.keyword == "default" && found.after.kept && comes);
  });
}

}  // namespace

void ApplyStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes) {
  std::erase_if(changes, [&](Change& change) { return !IsStored(change, storage, version); });
  AddFromStorage(storage, of_storage, version, changes);
}

void AddFromStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                    std::vector<Change>& changes) {
  std::unordered_set<std::string> own;
  for (const Change& each : changes) own.insert(KeyOf(each));
  std::vector<Change> hidden;  // changes of fields that the version itself also changes
  for (const Change& each : of_storage) {
    std::vector<Change> begun;
    AddDefaultsOfNewlyKeptFields({storage, version}, each, begun);
    for (Change& one : begun) {
      if (own.insert(KeyOf(one)).second) changes.push_back(std::move(one));
    }
    Change change = each;
    if (!ReachesOthers(each) || !Reaches(change, storage, version)) continue;
    change.version = version.before.name;
    change.storage_version = storage.after.name;
    (own.contains(KeyOf(change)) ? hidden : changes).push_back(std::move(change));
  }
  AddRefusalsOfInvalidResources({storage, version}, hidden, changes);
  AddRefusalsOfReadingRules({storage, version}, changes);
}

}  // namespace structural::compare
