#include "schema/values/maker.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "schema/crd/model/structural.h"
#include "schema/json/identity.h"
#include "schema/json/members.h"
#include "schema/values/near.h"
#include "schema/values/repair.h"
#include "schema/values/scalars.h"

namespace structural::values {
namespace {

using json::Value;

constexpr std::size_t kMadeUnits = 64;     // units of work to make one value
constexpr std::size_t kRequiredUnits = 8;  // units of work for one required field, whose requirements are collected

bool IsGiven(const ValueRequirements& requirements) {
  return requirements.is_on_path && requirements.given_path.empty() && requirements.given != nullptr;
}

}  // namespace

std::vector<Value> Maker::MakeFittingScalars(const ValueRequirements& requirements,
                                             const CombinedRequirements& combined) {
  const ScalarOptions options{requirements.variant + 1, options_.seed, options_.readable, &budget_};
  std::vector<Value> fitting;
  const auto take = [&](const std::vector<Value>& candidates) {
    for (const Value& value : candidates) {
      if (fitting.size() > requirements.variant) return;
      const auto same = [&](const Value& other) { return json::Equal(value, other); };
      if (std::ranges::any_of(fitting, same) || !checker_.Fits(requirements, value)) continue;
      fitting.push_back(value);
    }
  };
  take(ScalarCandidates(requirements, combined, options, arena_));
  const bool may_be_scalar = (combined.types & ~(kListType | kObjectType)) != 0;
  if (fitting.empty() && may_be_scalar && combined.is_typed) take(ScalarsNearLimits(requirements, budget_, arena_));
  return fitting;
}

// Returns the fitting scalar with the index `variant`, or the last one if fewer scalars fit. If no scalar fits, returns
// the best candidate; nullopt if no candidate exists.
std::optional<Value> Maker::MakeScalar(const ValueRequirements& requirements, const CombinedRequirements& combined) {
  const auto fitting = MakeFittingScalars(requirements, combined);
  if (!fitting.empty()) return fitting.back();
  const auto any = ScalarCandidates(requirements, combined, {1, options_.seed, options_.readable, &budget_}, arena_);
  return any.empty() ? std::nullopt : std::optional(any.front());
}

std::vector<Value> Maker::MakeScalars(const ValueRequirements& requirements, std::size_t count) {
  ValueRequirements all = Flatten(requirements);
  all.variant = count - 1;
  return MakeFittingScalars(all, CombinedOf(all));
}

// Returns the default in the schema if values must be readable. Returns nullopt for a default that is an object,
// because generated fields are more informative.
std::optional<Value> Maker::MakeDefaulted(const ValueRequirements& requirements) {
  const bool is_tried = options_.readable && requirements.variant == 0 && requirements.schema != nullptr;
  if (!is_tried || requirements.schema->generic.default_value.empty()) return std::nullopt;
  const auto value = json::Parser(arena_).Parse(requirements.schema->generic.default_value);
  if (!value.ok() || value->is_object() || value->is_null()) return std::nullopt;
  if (value->is_array() && value->elements().empty()) return std::nullopt;
  return *value;
}

// Returns a value for one choice of branches. If any type is accepted, prefers an object.
std::optional<MakeResult> Maker::MakeChosen(const ValueRequirements& requirements, const ValueRequirements& chosen) {
  const CombinedRequirements combined = CombinedOf(chosen);
  if (!budget_.SpendWork(kMadeUnits + kRequiredUnits * combined.required.size())) return std::nullopt;
  std::optional<MakeResult> best;
  // Returns whether the value fits. Keeps the value if it fits, or if it is the first one.
  const auto takes = [&](const std::optional<Value>& value) {
    if (!value) return false;
    const MakeResult made{*value, checker_.Fits(requirements, *value)};
    if (!best || made.fits) best = made;
    return made.fits;
  };
  if (takes(MakeDefaulted(chosen))) return best;
  for (const auto& enumeration : combined.enumerations) {
    for (const Value& value : enumeration) {
      if (value.is_container() && takes(json::DeepCopy(value, arena_))) return best;
    }
  }
  const bool scalars_last = !combined.is_typed && chosen.preferred.empty();
  if (!scalars_last && takes(MakeScalar(chosen, combined))) return best;
  if ((combined.types & kObjectType) != 0 && !chosen.LeadsToItem()) {
    if (takes(MakeObject(chosen, combined, false)) || takes(MakeObject(chosen, combined, true))) return best;
  }
  if ((combined.types & kListType) != 0 && takes(MakeList(chosen, combined))) return best;
  if (scalars_last) takes(MakeScalar(chosen, combined));
  return best;
}

std::optional<MakeResult> Maker::Make(const ValueRequirements& requirements) {
  if (!budget_.SpendValue() || !budget_.AllowsDepth(requirements.depth)) return std::nullopt;
  if (IsGiven(requirements)) return MakeResult{*requirements.given, checker_.Fits(requirements, *requirements.given)};
  std::optional<MakeResult> best;
  std::optional<Value> valid;  // first value that is valid if its CEL rules are ignored
  const std::size_t max = HasAlternatives(requirements) ? kMaxChoices : 1;
  for (std::size_t choice = 0; choice < max && !budget_.exhausted(); ++choice) {
    const auto chosen = Choose(requirements, choice, budget_);
    if (!chosen) {
      if (choice == 0) return std::nullopt;
      continue;
    }
    const auto made = MakeChosen(requirements, *chosen);
    if (made && made->fits) return made;
    if (made && !best) best = made;
    if (made && !valid && RunsRules(requirements) && checker_.Check(requirements, made->value, nullptr).is_valid)
      valid = made->value;
  }
  if (valid) {
    auto repaired = Repair(requirements, *valid, *this, checker_, arena_);
    if (repaired && repaired->is_object() && requirements.optional_levels > 0)
      AddOptional(Flatten(requirements), *repaired);
    if (repaired) return MakeResult{*repaired, true};
  }
  if (!best && checker_.Fits(requirements, Value())) return MakeResult{Value(), true};
  return best;
}

namespace {

std::span<const std::string_view> KeysOf(const ValueRequirements& list) {
  if (list.schema == nullptr || list.schema->extensions->x_list_type != "map") return {};
  return list.schema->extensions->x_list_map_keys;
}

// Returns a text by which the items of a list must differ.
std::string IdentityOf(const Value& item, std::span<const std::string_view> keys) {
  if (keys.empty() || !item.is_object()) return json::DeepIdentity(item);
  std::string identity;
  for (const std::string_view key : keys) {
    const Value* value = item.Find(key);
    identity += (value == nullptr ? "" : json::DeepIdentity(*value)) + "\n";
  }
  return identity;
}

bool IsSet(const ValueRequirements& list) {
  return list.schema != nullptr && list.schema->extensions->x_list_type == "set";
}

}  // namespace

// Makes a list. If its items must differ, makes each with another `variant`.
std::optional<Value> Maker::MakeList(const ValueRequirements& requirements, const CombinedRequirements& combined) {
  const auto keys = KeysOf(requirements);
  const bool differ = !keys.empty() || IsSet(requirements) || combined.has_unique_items;
  const bool goes_on = requirements.LeadsToItem();
  const bool shows =
      goes_on || ((requirements.needs_item || requirements.optional_levels > 0) && combined.max_items > 0);
  const std::int64_t min = std::max<std::int64_t>(combined.min_items, shows ? 1 : 0);
  std::vector<Value> items;
  std::unordered_set<std::string> seen;
  for (std::size_t tried = 0; static_cast<std::int64_t>(items.size()) < min; ++tried) {
    if (static_cast<std::int64_t>(tried) > 4 * min + 8 || !budget_.SpendBytes(1)) return std::nullopt;
    ValueRequirements item = items.empty() ? FirstItemRequirements(requirements) : ItemRequirements(requirements);
    item.variant = differ ? tried : requirements.variant;
    item.needs_item |= requirements.needs_item;
    if (min > 1) {
      for (const std::string_view key : keys) item.required_fields.push_back({key, nullptr});
    }
    const auto made = Make(item);
    if (!made) return std::nullopt;
    if (differ && !seen.insert(IdentityOf(made->value, keys)).second) continue;
    items.push_back(made->value);
    if (!differ && !goes_on) {
      const std::size_t values = CountValues(made->value) * static_cast<std::size_t>(min);
      if (!budget_.SpendBytes(values * sizeof(Value))) return std::nullopt;
      items.resize(static_cast<std::size_t>(min), made->value);
    }
  }
  return Value::Array(arena_.Copy(std::span<const Value>(items)));
}

namespace {

bool IsAbsent(const ValueRequirements& requirements, std::string_view key) {
  for (const std::string_view absent : requirements.forbidden_fields) {
    if (absent == key) return true;
  }
  return false;
}

// Whether a server sets the field if it is missing.
bool HasDefault(const ValueRequirements& requirements, std::string_view key) {
  if (requirements.schema == nullptr) return false;
  const crd::Structural* field = requirements.schema->properties.Find(key);
  return field != nullptr && !field->generic.default_value.empty();
}

bool TakesEntries(const ValueRequirements& requirements) {
  if (requirements.schema == nullptr) return true;
  const auto* additional = requirements.schema->additional_properties;
  return requirements.schema->extensions->x_preserve_unknown_fields ||
         (additional != nullptr && (additional->allows || additional->structural != nullptr));
}

// Whether the field differs between the variants of an object. In an item of a list map, these are the list map keys;
// in other objects, all fields.
bool IsVaried(const ValueRequirements& requirements, std::string_view key) {
  for (const auto& [name, checks] : requirements.required_fields) {
    if (name == key) return true;
  }
  return requirements.required_fields.empty();
}

}  // namespace

// Returns the requirements on a field, including the server's requirements on apiVersion, kind and metadata.
ValueRequirements Maker::RequirementsOfField(const ValueRequirements& of, std::string_view key) const {
  budget_.SpendWork(of.accepting_checks.size());
  ValueRequirements field = FieldRequirements(of, key);
  const auto prefer = [&](std::string_view text) { field.preferred = {Value::String(text)}; };
  if (of.role == Role::kRoot && key == "apiVersion") prefer(options_.api_version);
  if (of.role == Role::kRoot && key == "kind") prefer(options_.kind);
  if (of.role == Role::kMetadata && key == "name") prefer(options_.name);
  if (of.role == Role::kEmbedded && key == "apiVersion") prefer("v1");
  if (of.role == Role::kEmbedded && key == "kind") prefer("Example");
  if (IsVaried(of, key)) field.variant = of.variant;
  return field;
}

// Adds a field. Returns false if no value fits, or if the server drops the field.
bool Maker::AddField(const ValueRequirements& requirements, std::string_view key, Fields& to) {
  if (IsAbsent(requirements, key) || !IsKept(requirements, key)) return false;
  const auto made = Make(RequirementsOfField(requirements, key));
  if (!made) return false;
  to.insert_or_assign(key, made->value);
  return made->fits;
}

// Adds the required fields. Omits fields with a default, unless `sets_defaulted`, because the server sets them. Returns
// false if a field could not be added.
bool Maker::AddRequired(const ValueRequirements& requirements, const CombinedRequirements& combined,
                        bool sets_defaulted, Fields& to) {
  bool all = true;
  const auto add = [&](std::string_view key) {
    if (!to.contains(key)) all &= AddField(requirements, key, to);
  };
  if (requirements.role == Role::kRoot || requirements.role == Role::kEmbedded) {
    add("apiVersion");
    add("kind");
  }
  if (requirements.role == Role::kRoot) add("metadata");
  if (requirements.role == Role::kMetadata) add("name");
  if (requirements.is_on_path && !requirements.given_path.empty()) add(requirements.given_path[0].name);
  for (const auto& [key, checks] : requirements.required_fields) add(key);
  for (const std::string_view key : combined.required) {
    if (sets_defaulted || !HasDefault(requirements, key)) add(key);
  }
  return all;
}

// Adds fields or map entries until the object has `count` of them. Returns false if it cannot add enough.
bool Maker::AddFieldsUpTo(const ValueRequirements& requirements, std::int64_t count, Fields& to) {
  const auto enough = [&] { return static_cast<std::int64_t>(to.size()) >= count; };
  if (requirements.schema != nullptr) {
    for (const auto& [key, field] : requirements.schema->properties) {
      if (enough()) return true;
      if (!to.contains(key) && !AddField(requirements, key, to)) to.erase(key);
    }
  }
  if (static_cast<std::size_t>(count) > budget_.bytes_left() / sizeof(json::Member)) return enough();
  for (std::int64_t i = 0; !enough() && TakesEntries(requirements); ++i) {
    if (i > count || budget_.exhausted()) return false;
    const std::string key = i == 0 ? "key" : "key" + std::to_string(i);
    if (!budget_.SpendBytes(key.size() + sizeof(json::Member))) return false;
    AddField(requirements, arena_.Copy(std::string_view(key)), to);
  }
  return enough();
}

Value Maker::ObjectFrom(const Fields& fields) {
  std::vector<json::Member> members;
  members.reserve(fields.size());
  for (const auto& [key, value] : fields) members.push_back({key, value});
  return Value::Object(arena_.Copy(std::span<const json::Member>(members)));
}

// Adds all fields at once if the object then fits. Otherwise, does the same for each half of the fields. If few fields
// do not fit, this needs few checks of the object. Ends when the tried objects have kMaxTried fields together.
void Maker::AddCombination(const ValueRequirements& requirements, std::span<const Fields::value_type> fields,
                           std::size_t& tried, Value& to) {
  constexpr std::size_t kMaxTried = 2'000'000;
  tried += to.members().size() + fields.size();
  if (fields.empty() || tried > kMaxTried) return;
  const base::Arena::Mark before = arena_.Here();
  Fields all(fields.begin(), fields.end());
  for (const json::Member& member : to.members()) all.insert_or_assign(member.key, member.value);
  const Value more = json::DeepCopy(ObjectFrom(all), arena_);
  if (checker_.Fits(requirements, more)) {
    to = more;
    return;
  }
  arena_.Rewind(before);
  if (fields.size() == 1) return;
  AddCombination(requirements, fields.first(fields.size() / 2), tried, to);
  AddCombination(requirements, fields.subspan(fields.size() / 2), tried, to);
}

// Adds as many optional fields as can be combined. Precondition: the object fits.
void Maker::AddOptional(const ValueRequirements& requirements, Value& to) {
  if (requirements.role == Role::kMetadata) return;  // adds none: users and the server set them
  std::vector<Fields::value_type> fields;
  const auto collect = [&](std::string_view key) {
    if (to.Find(key) != nullptr || IsAbsent(requirements, key) || !IsKept(requirements, key)) return;
    if (requirements.role != Role::kValue && crd::IsMetaField(key)) return;
    if (requirements.role == Role::kRoot && options_.has_status && key == "status") return;
    ValueRequirements field = RequirementsOfField(requirements, key);
    field.needs_item = true;
    const auto made = Make(field);
    if (made && made->fits) fields.emplace_back(key, made->value);
  };
  if (requirements.schema != nullptr) {
    for (const auto& [key, schema] : requirements.schema->properties) collect(key);
    if (crd::AdditionalPropertiesOf(*requirements.schema) != nullptr && to.members().empty() &&
        requirements.schema->properties.empty())
      collect("key");
  }
  std::size_t tried = 0;
  AddCombination(requirements, fields, tried, to);
}

std::optional<Value> Maker::MakeObject(const ValueRequirements& requirements, const CombinedRequirements& combined,
                                       bool sets_defaulted) {
  Fields fields;
  AddRequired(requirements, combined, sets_defaulted, fields);
  std::int64_t min = combined.min_properties;
  if (requirements.needs_item && TakesEntries(requirements) && requirements.schema != nullptr &&
      requirements.schema->properties.empty() && crd::AdditionalPropertiesOf(*requirements.schema) != nullptr &&
      combined.max_properties > 0)
    min = std::max<std::int64_t>(min, 1);
  AddFieldsUpTo(requirements, min, fields);
  Value object = ObjectFrom(fields);
  if (requirements.optional_levels > 0 && checker_.Fits(requirements, object)) AddOptional(requirements, object);
  return object;
}

}  // namespace structural::values
