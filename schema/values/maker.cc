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

constexpr std::size_t kMadeUnits = 64;     // units of work for one value that is made
constexpr std::size_t kRequiredUnits = 8;  // for one required field, whose requirements are collected

bool IsGiven(const ValueRequirements& demands) {
  return demands.is_on_path && demands.along.empty() && demands.given != nullptr;
}

}  // namespace

std::vector<Value> Maker::FittingScalars(const ValueRequirements& demands, const CombinedRequirements& facts) {
  const ScalarOptions options{demands.variant + 1, options_.seed, options_.readable, &budget_};
  std::vector<Value> fitting;
  const auto take = [&](const std::vector<Value>& candidates) {
    for (const Value& value : candidates) {
      if (fitting.size() > demands.variant) return;
      const auto same = [&](const Value& other) { return json::Equal(value, other); };
      if (std::ranges::any_of(fitting, same) || !judge_.Fits(demands, value)) continue;
      fitting.push_back(value);
    }
  };
  take(ScalarCandidates(demands, facts, options, arena_));
  const bool may_be_scalar = (facts.types & ~(kListType | kObjectType)) != 0;
  if (fitting.empty() && may_be_scalar && facts.is_typed) take(NearScalars(demands, budget_, arena_));
  return fitting;
}

// Returns the fitting scalar with the index `variant`, or the last one if fewer scalars fit.
std::optional<Value> Maker::Scalar(const ValueRequirements& demands, const CombinedRequirements& facts) {
  const auto fitting = FittingScalars(demands, facts);
  if (!fitting.empty()) return fitting.back();
  const auto any = ScalarCandidates(demands, facts, {1, options_.seed, options_.readable, &budget_}, arena_);
  return any.empty() ? std::nullopt : std::optional(any.front());
}

std::vector<Value> Maker::Scalars(const ValueRequirements& demands, std::size_t count) {
  ValueRequirements all = Flatten(demands);
  all.variant = count - 1;
  return FittingScalars(all, CombinedOf(all));
}

// Returns the server's default if values must be readable. Ignores defaults that are objects, because generated fields
// are more informative.
std::optional<Value> Maker::Default(const ValueRequirements& demands) {
  const bool is_tried = options_.readable && demands.variant == 0 && demands.schema != nullptr;
  if (!is_tried || demands.schema->generic.default_value.empty()) return std::nullopt;
  const auto value = json::Parser(arena_).Parse(demands.schema->generic.default_value);
  if (!value.ok() || value->is_object() || value->is_null()) return std::nullopt;
  if (value->is_array() && value->elements().empty()) return std::nullopt;
  return *value;
}

// Returns a value for one choice of branches. If any type is accepted, prefers an object.
std::optional<MakeResult> Maker::Chosen(const ValueRequirements& demands, const ValueRequirements& chosen) {
  const CombinedRequirements facts = CombinedOf(chosen);
  if (!budget_.Work(kMadeUnits + kRequiredUnits * facts.required.size())) return std::nullopt;
  std::optional<MakeResult> best;
  // Returns whether the value fits. Keeps the value if it fits, or if it is the first one.
  const auto takes = [&](const std::optional<Value>& value) {
    if (!value) return false;
    const MakeResult made{*value, judge_.Fits(demands, *value)};
    if (!best || made.fits) best = made;
    return made.fits;
  };
  if (takes(Default(chosen))) return best;
  for (const auto& enumeration : facts.enumerations) {
    for (const Value& value : enumeration) {
      if (value.is_container() && takes(json::DeepCopy(value, arena_))) return best;
    }
  }
  const bool scalars_last = !facts.is_typed && chosen.preferred.empty();
  if (!scalars_last && takes(Scalar(chosen, facts))) return best;
  if ((facts.types & kObjectType) != 0 && !chosen.LeadsToItem()) {
    if (takes(Object(chosen, facts, false)) || takes(Object(chosen, facts, true))) return best;
  }
  if ((facts.types & kListType) != 0 && takes(List(chosen, facts))) return best;
  if (scalars_last) takes(Scalar(chosen, facts));
  return best;
}

std::optional<MakeResult> Maker::Make(const ValueRequirements& demands) {
  if (!budget_.Value() || !budget_.Deeper(demands.depth)) return std::nullopt;
  if (IsGiven(demands)) return MakeResult{*demands.given, judge_.Fits(demands, *demands.given)};
  std::optional<MakeResult> best;
  std::optional<Value> valid;  // first value that is valid if its rules are ignored
  const std::size_t most = LeavesChoice(demands) ? kMaxChoices : 1;
  for (std::size_t choice = 0; choice < most && !budget_.exhausted(); ++choice) {
    const auto chosen = Choose(demands, choice, budget_);
    if (!chosen) {
      if (choice == 0) return std::nullopt;
      continue;
    }
    const auto made = Chosen(demands, *chosen);
    if (made && made->fits) return made;
    if (made && !best) best = made;
    if (made && !valid && RunsRules(demands) && judge_.Look(demands, made->value, nullptr).is_valid)
      valid = made->value;
  }
  if (valid) {
    auto repaired = Repair(demands, *valid, *this, judge_, arena_);
    if (repaired && repaired->is_object() && demands.levels > 0) AddOptional(Flatten(demands), *repaired);
    if (repaired) return MakeResult{*repaired, true};
  }
  if (!best && judge_.Fits(demands, Value())) return MakeResult{Value(), true};
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

// Makes a list. Items that must differ are made as different variants.
std::optional<Value> Maker::List(const ValueRequirements& demands, const CombinedRequirements& facts) {
  const auto keys = KeysOf(demands);
  const bool differ = !keys.empty() || IsSet(demands) || facts.has_unique_items;
  const bool goes_on = demands.LeadsToItem();
  const bool shows = goes_on || ((demands.needs_item || demands.levels > 0) && facts.max_items > 0);
  const std::int64_t least = std::max<std::int64_t>(facts.min_items, shows ? 1 : 0);
  std::vector<Value> items;
  std::unordered_set<std::string> seen;
  for (std::size_t tried = 0; static_cast<std::int64_t>(items.size()) < least; ++tried) {
    if (static_cast<std::int64_t>(tried) > 4 * least + 8 || !budget_.Bytes(1)) return std::nullopt;
    ValueRequirements item = items.empty() ? FirstItemRequirements(demands) : ItemRequirements(demands);
    item.variant = differ ? tried : demands.variant;
    item.needs_item |= demands.needs_item;
    if (least > 1) {
      for (const std::string_view key : keys) item.present.push_back({key, nullptr});
    }
    const auto made = Make(item);
    if (!made) return std::nullopt;
    if (differ && !seen.insert(IdentityOf(made->value, keys)).second) continue;
    items.push_back(made->value);
    if (!differ && !goes_on) {
      const std::size_t values = CountValues(made->value) * static_cast<std::size_t>(least);
      if (!budget_.Bytes(values * sizeof(Value))) return std::nullopt;
      items.resize(static_cast<std::size_t>(least), made->value);
    }
  }
  return Value::Array(arena_.Copy(std::span<const Value>(items)));
}

namespace {

bool IsAbsent(const ValueRequirements& demands, std::string_view key) {
  for (const std::string_view absent : demands.absent) {
    if (absent == key) return true;
  }
  return false;
}

// Whether a server sets the field if it is missing.
bool HasDefault(const ValueRequirements& demands, std::string_view key) {
  if (demands.schema == nullptr) return false;
  const crd::Structural* field = demands.schema->properties.Find(key);
  return field != nullptr && !field->generic.default_value.empty();
}

bool TakesEntries(const ValueRequirements& demands) {
  if (demands.schema == nullptr) return true;
  const auto* additional = demands.schema->additional_properties;
  return demands.schema->extensions->x_preserve_unknown_fields ||
         (additional != nullptr && (additional->allows || additional->structural != nullptr));
}

// Whether the variants of an object differ in this field: in the keys of its list, or in all fields if it has none.
bool IsVaried(const ValueRequirements& demands, std::string_view key) {
  for (const auto& [name, checks] : demands.present) {
    if (name == key) return true;
  }
  return demands.present.empty();
}

}  // namespace

// Returns the requirements on a field, including the server's requirements on apiVersion, kind and metadata.
ValueRequirements Maker::RequirementsOfField(const ValueRequirements& of, std::string_view key) const {
  budget_.Work(of.all.size());
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
bool Maker::AddField(const ValueRequirements& demands, std::string_view key, Fields& to) {
  if (IsAbsent(demands, key) || !IsKept(demands, key)) return false;
  const auto made = Make(RequirementsOfField(demands, key));
  if (!made) return false;
  to.insert_or_assign(key, made->value);
  return made->fits;
}

// Adds the required fields. Leaves fields with a default to the server, unless `sets_defaulted`.
bool Maker::AddRequired(const ValueRequirements& demands, const CombinedRequirements& facts, bool sets_defaulted,
                        Fields& to) {
  bool all = true;
  const auto add = [&](std::string_view key) {
    if (!to.contains(key)) all &= AddField(demands, key, to);
  };
  if (demands.role == Role::kRoot || demands.role == Role::kEmbedded) {
    add("apiVersion");
    add("kind");
  }
  if (demands.role == Role::kRoot) add("metadata");
  if (demands.role == Role::kMetadata) add("name");
  if (demands.is_on_path && !demands.along.empty()) add(demands.along[0].name);
  for (const auto& [key, checks] : demands.present) add(key);
  for (const std::string_view key : facts.required) {
    if (sets_defaulted || !HasDefault(demands, key)) add(key);
  }
  return all;
}

// Adds fields or map entries until the object has `count` of them.
bool Maker::AddUpTo(const ValueRequirements& demands, std::int64_t count, Fields& to) {
  const auto enough = [&] { return static_cast<std::int64_t>(to.size()) >= count; };
  if (demands.schema != nullptr) {
    for (const auto& [key, field] : demands.schema->properties) {
      if (enough()) return true;
      if (!to.contains(key) && !AddField(demands, key, to)) to.erase(key);
    }
  }
  if (static_cast<std::size_t>(count) > budget_.bytes_left() / sizeof(json::Member)) return enough();
  for (std::int64_t i = 0; !enough() && TakesEntries(demands); ++i) {
    if (i > count || budget_.exhausted()) return false;
    const std::string key = i == 0 ? "key" : "key" + std::to_string(i);
    if (!budget_.Bytes(key.size() + sizeof(json::Member))) return false;
    AddField(demands, arena_.Copy(std::string_view(key)), to);
  }
  return enough();
}

Value Maker::ObjectOf(const Fields& fields) {
  std::vector<json::Member> members;
  members.reserve(fields.size());
  for (const auto& [key, value] : fields) members.push_back({key, value});
  return Value::Object(arena_.Copy(std::span<const json::Member>(members)));
}

// Adds all fields if the object then fits; otherwise does the same for each half of them. If few fields do not fit,
// this needs few checks of the object. Stops after objects with kMaxTried fields together.
void Maker::AddTogether(const ValueRequirements& demands, std::span<const Fields::value_type> fields,
                        std::size_t& tried, Value& to) {
  constexpr std::size_t kMaxTried = 2'000'000;
  tried += to.members().size() + fields.size();
  if (fields.empty() || tried > kMaxTried) return;
  const base::Arena::Mark before = arena_.Here();
  Fields all(fields.begin(), fields.end());
  for (const json::Member& member : to.members()) all.insert_or_assign(member.key, member.value);
  const Value more = json::DeepCopy(ObjectOf(all), arena_);
  if (judge_.Fits(demands, more)) {
    to = more;
    return;
  }
  arena_.Rewind(before);
  if (fields.size() == 1) return;
  AddTogether(demands, fields.first(fields.size() / 2), tried, to);
  AddTogether(demands, fields.subspan(fields.size() / 2), tried, to);
}

// Adds as many optional fields as can be combined. Precondition: the object fits.
void Maker::AddOptional(const ValueRequirements& demands, Value& to) {
  if (demands.role == Role::kMetadata) return;  // users and the server set the rest
  std::vector<Fields::value_type> fields;
  const auto collect = [&](std::string_view key) {
    if (to.Find(key) != nullptr || IsAbsent(demands, key) || !IsKept(demands, key)) return;
    if (demands.role != Role::kValue && crd::IsMetaField(key)) return;
    if (demands.role == Role::kRoot && options_.has_status && key == "status") return;
    ValueRequirements field = RequirementsOfField(demands, key);
    field.needs_item = true;
    const auto made = Make(field);
    if (made && made->fits) fields.emplace_back(key, made->value);
  };
  if (demands.schema != nullptr) {
    for (const auto& [key, schema] : demands.schema->properties) collect(key);
    if (crd::AdditionalOf(*demands.schema) != nullptr && to.members().empty() && demands.schema->properties.empty())
      collect("key");
  }
  std::size_t tried = 0;
  AddTogether(demands, fields, tried, to);
}

std::optional<Value> Maker::Object(const ValueRequirements& demands, const CombinedRequirements& facts,
                                   bool sets_defaulted) {
  Fields fields;
  AddRequired(demands, facts, sets_defaulted, fields);
  std::int64_t least = facts.min_properties;
  if (demands.needs_item && TakesEntries(demands) && demands.schema != nullptr && demands.schema->properties.empty() &&
      crd::AdditionalOf(*demands.schema) != nullptr && facts.max_properties > 0)
    least = std::max<std::int64_t>(least, 1);
  AddUpTo(demands, least, fields);
  Value object = ObjectOf(fields);
  if (demands.levels > 0 && judge_.Fits(demands, object)) AddOptional(demands, object);
  return object;
}

}  // namespace structural::values
