#include <algorithm>
#include <string>

#include "schema/crd/model/fields.h"
#include "schema/json/members.h"
#include "schema/values/maker.h"

namespace structural::values {
namespace {

using json::Value;

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

// Returns the demands on a field, with the server's requirements on apiVersion, kind and metadata.
ValueRequirements Maker::DemandsOfField(const ValueRequirements& of, std::string_view key) const {
  budget_.Work(of.all.size());
  ValueRequirements field = FieldDemands(of, key);
  const auto prefer = [&](std::string_view text) { field.preferred = {Value::String(text)}; };
  if (of.role == Role::kRoot && key == "apiVersion") prefer(options_.api_version);
  if (of.role == Role::kRoot && key == "kind") prefer(options_.kind);
  if (of.role == Role::kMetadata && key == "name") prefer(options_.name);
  if (of.role == Role::kEmbedded && key == "apiVersion") prefer("v1");
  if (of.role == Role::kEmbedded && key == "kind") prefer("Example");
  if (IsVaried(of, key)) field.variant = of.variant;
  return field;
}

// Returns false if no value fits, or the server drops the field.
bool Maker::AddField(const ValueRequirements& demands, std::string_view key, Fields& to) {
  if (IsAbsent(demands, key) || !IsKept(demands, key)) return false;
  const auto made = Make(DemandsOfField(demands, key));
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
  if (demands.is_on_way && !demands.along.empty()) add(demands.along[0].name);
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

// Adds all fields if the object then fits, and otherwise each half of them in the same way. If few fields do not fit, few
// checks of the object are enough. Stops after objects with kMaxTried fields together.
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
    ValueRequirements field = DemandsOfField(demands, key);
    field.is_shown = true;
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
  if (demands.is_shown && TakesEntries(demands) && demands.schema != nullptr && demands.schema->properties.empty() &&
      crd::AdditionalOf(*demands.schema) != nullptr && facts.max_properties > 0)
    least = std::max<std::int64_t>(least, 1);
  AddUpTo(demands, least, fields);
  Value object = ObjectOf(fields);
  if (demands.levels > 0 && judge_.Fits(demands, object)) AddOptional(demands, object);
  return object;
}

}  // namespace structural::values
