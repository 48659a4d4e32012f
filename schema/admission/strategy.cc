#include "schema/admission/strategy.h"

#include "schema/admission/resource.h"
#include "schema/json/members.h"

namespace structural::admission {
namespace {

using json::Value;

constexpr std::size_t kMaxPrefix = 58;

void Wipe(Value& object, base::Arena& arena) {
  for (const std::string_view key :
       {"creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"})
    SetMetadata(object, key, Value(), arena);
}

bool SameButMetadata(const Value& a, const Value& b) {
  auto rest_of_a = a.members(), rest_of_b = b.members();
  auto left = rest_of_a.begin();
  auto right = rest_of_b.begin();
  while (true) {
    if (left != rest_of_a.end() && left->key == "metadata") ++left;
    if (right != rest_of_b.end() && right->key == "metadata") ++right;
    if (left == rest_of_a.end() || right == rest_of_b.end()) break;
    if (left->key != right->key || !json::Equal(left->value, right->value)) return false;
    ++left;
    ++right;
  }
  return left == rest_of_a.end() && right == rest_of_b.end();
}

std::int64_t GenerationOf(const Value& object) {
  const Value generation = MetadataField(object, "generation");
  return generation.kind() == Value::Kind::kInt ? generation.integer() : 0;
}

void PrepareMain(Value& object, const Value& old, const ServedVersion& version, base::Arena& arena) {
  const Value* status = old.Find("status");
  if (version.has_status && status != nullptr) {
    Set(object, "status", json::DeepCopy(*status, arena), arena);
  } else if (version.has_status) {
    json::Take(object, "status");
  }
  if (!SameButMetadata(object, old)) SetMetadata(object, "generation", Value::Int(GenerationOf(old) + 1), arena);
}

void PrepareStatus(Value& object, const Value& old, base::Arena& arena) {
  const Value* found = object.Find("status");
  const bool has_status = found != nullptr;
  const Value status = has_status ? *found : Value();
  const Value owners = MetadataField(object, "managedFields");
  object = json::DeepCopy(old, arena);
  SetMetadata(object, "managedFields", owners, arena);
  if (has_status) {
    Set(object, "status", status, arena);
  } else {
    json::Take(object, "status");
  }
}

}  // namespace

void PrepareForCreate(Value& object, const ServedVersion& version, const SystemFields& fields, base::Arena& arena) {
  Wipe(object, arena);
  SetMetadata(object, "creationTimestamp", Value::String(fields.creation_timestamp), arena);
  SetMetadata(object, "uid", Value::String(fields.uid), arena);
  const std::string_view prefix = MetadataText(object, "generateName");
  if (!prefix.empty() && MetadataText(object, "name").empty()) {
    const std::string name = std::string(prefix.substr(0, kMaxPrefix)).append(fields.name_suffix);
    SetMetadata(object, "name", Value::String(arena.Copy(name)), arena);
  }
  if (version.has_status) json::Take(object, "status");
  SetMetadata(object, "generation", Value::Int(1), arena);
}

void PrepareForUpdate(Value& object, const Value& old, const ServedVersion& version, bool is_status,
                      base::Arena& arena) {
  SetMetadata(object, "generation", MetadataField(old, "generation"), arena);
  if (is_status) {
    PrepareStatus(object, old, arena);
  } else {
    PrepareMain(object, old, version, arena);
  }
  if (MetadataText(object, "uid").empty()) SetMetadata(object, "uid", MetadataField(old, "uid"), arena);
  for (const std::string_view key : {"creationTimestamp", "deletionTimestamp"}) {
    const Value stored = MetadataField(old, key);
    if (!stored.is_null()) SetMetadata(object, key, stored, arena);
  }
  constexpr std::string_view kGrace = "deletionGracePeriodSeconds";
  if (MetadataField(object, kGrace).is_null()) SetMetadata(object, kGrace, MetadataField(old, kGrace), arena);
}

bool EndsDeletion(const Value& object, const Value& old) {
  const Value finalizers = MetadataField(object, "finalizers");
  if (finalizers.is_array() && !finalizers.elements().empty()) return false;
  if (MetadataField(old, "deletionTimestamp").is_null()) return false;
  const Value grace = MetadataField(old, "deletionGracePeriodSeconds");
  return grace.is_null() || (grace.kind() == Value::Kind::kInt && grace.integer() == 0);
}

}  // namespace structural::admission
