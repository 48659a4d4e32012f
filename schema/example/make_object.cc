#include <algorithm>
#include <string>

#include "schema/example/maker.h"
#include "schema/json/members.h"
#include "schema/objects/fields.h"

namespace structural::example {
namespace {

using json::Value;

bool IsAbsent(const Demands& demands, std::string_view key) {
  for (const std::string_view absent : demands.absent) {
    if (absent == key) return true;
  }
  return false;
}

// Whether a server sets the field where it is not there.
bool HasDefault(const Demands& demands, std::string_view key) {
  if (demands.schema == nullptr) return false;
  const model::Structural* field = demands.schema->properties.Find(key);
  return field != nullptr && !field->generic.default_value.empty();
}

bool TakesEntries(const Demands& demands) {
  if (demands.schema == nullptr) return true;
  const auto* additional = demands.schema->additional_properties;
  return demands.schema->extensions->x_preserve_unknown_fields ||
         (additional != nullptr && (additional->allows || additional->structural != nullptr));
}

// Whether an object differs from others in this field: in the keys of its list, or in all fields.
bool IsVaried(const Demands& demands, std::string_view key) {
  for (const auto& [name, checks] : demands.present) {
    if (name == key) return true;
  }
  return demands.present.empty();
}

}  // namespace

// With what the server says of apiVersion, kind and metadata.
Demands Maker::DemandsOfField(const Demands& of, std::string_view key) const {
  Demands field = FieldDemands(of, key);
  const auto prefer = [&](std::string_view text) { field.preferred = {Value::String(text)}; };
  if (of.role == Role::kRoot && key == "apiVersion") prefer(options_.api_version);
  if (of.role == Role::kRoot && key == "kind") prefer(options_.kind);
  if (of.role == Role::kMetadata && key == "name") prefer(options_.name);
  if (of.role == Role::kEmbedded && key == "apiVersion") prefer("v1");
  if (of.role == Role::kEmbedded && key == "kind") prefer("Example");
  if (IsVaried(of, key)) field.variant = of.variant;
  return field;
}

// False: there is no such value, or the server drops it.
bool Maker::AddField(const Demands& demands, std::string_view key, Value& to) {
  if (IsAbsent(demands, key) || !IsKept(demands, key)) return false;
  const auto made = Make(DemandsOfField(demands, key));
  if (!made) return false;
  json::Set(to, key, made->value, arena_);
  return made->fits;
}

// Those that must be there. What has a default is left to the server.
bool Maker::AddRequired(const Demands& demands, const Facts& facts, bool sets_defaulted,
                        Value& to) {
  bool all = true;
  const auto add = [&](std::string_view key) {
    if (to.Find(key) == nullptr) all &= AddField(demands, key, to);
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

// More fields, or entries, until there are so many.
bool Maker::AddUpTo(const Demands& demands, std::int64_t count, Value& to) {
  const auto enough = [&] { return static_cast<std::int64_t>(to.members().size()) >= count; };
  if (demands.schema != nullptr) {
    for (const auto& [key, field] : demands.schema->properties) {
      if (enough()) return true;
      Value tried = to;
      if (to.Find(key) == nullptr && AddField(demands, key, tried)) to = tried;
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

// As many of the optional ones as go together. Precondition: the object fits.
void Maker::AddOptional(const Demands& demands, Value& to) {
  if (demands.role == Role::kMetadata) return;  // the rest is for people and the server to set
  std::vector<std::pair<std::string_view, Value>> fields;
  const auto collect = [&](std::string_view key) {
    if (to.Find(key) != nullptr || IsAbsent(demands, key) || !IsKept(demands, key)) return;
    if (demands.role != Role::kValue && objects::IsMetaField(key)) return;
    if (demands.role == Role::kRoot && options_.has_status && key == "status") return;
    Demands field = DemandsOfField(demands, key);
    field.is_shown = true;
    const auto made = Make(field);
    if (made && made->fits) fields.emplace_back(key, made->value);
  };
  if (demands.schema != nullptr) {
    for (const auto& [key, schema] : demands.schema->properties) collect(key);
    if (objects::AdditionalOf(*demands.schema) != nullptr && to.members().empty() &&
        demands.schema->properties.empty())
      collect("key");
  }
  Value all = to;
  for (const auto& [key, value] : fields) json::Set(all, key, value, arena_);
  if (judge_.Fits(demands, all)) {
    to = all;
    return;
  }
  for (const auto& [key, value] : fields) {
    Value more = json::DeepCopy(to, arena_);
    json::Set(more, key, value, arena_);
    if (judge_.Fits(demands, more)) to = more;
  }
}

std::optional<Value> Maker::Object(const Demands& demands, const Facts& facts,
                                   bool sets_defaulted) {
  Value object = Value::Object({});
  AddRequired(demands, facts, sets_defaulted, object);
  std::int64_t least = facts.min_properties;
  if (demands.is_shown && TakesEntries(demands) && demands.schema != nullptr &&
      demands.schema->properties.empty() && objects::AdditionalOf(*demands.schema) != nullptr &&
      facts.max_properties > 0)
    least = std::max<std::int64_t>(least, 1);
  AddUpTo(demands, least, object);
  if (demands.levels > 0 && judge_.Fits(demands, object)) AddOptional(demands, object);
  return object;
}

}  // namespace structural::example
