#include "schema/admission/next_write.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_set>
#include <utility>

#include "schema/admission/coerce.h"
#include "schema/admission/resource.h"
#include "schema/admission/strategy.h"
#include "schema/admission/validate.h"
#include "schema/admission/warnings.h"
#include "schema/json/members.h"

namespace structural::admission {
namespace {

using json::Member;
using json::Value;
using kubernetes::FieldError;

Value ShallowCopy(const Value& object, base::Arena& arena) {
  return Value::Object(arena.Copy(std::span<const Member>(object.members())));
}

// Returns the object that a client sends in an update without changes. It differs from `old` only in managedFields and
// repeated owner references. The result is read-only, because it shares all values below metadata with `old`.
Value UnchangedRequestFor(const Value& old, base::Arena& arena) {
  Value object = ShallowCopy(old, arena);
  if (Value* metadata = object.Find("metadata")) *metadata = ShallowCopy(*metadata, arena);
  DropRepeatedOwners(object, arena);
  SetMetadata(object, kManagedFields, ManagedFieldsPlaceholder(arena), arena);
  return object;
}

void Append(std::vector<std::string> texts, std::vector<std::string>& to) {
  std::ranges::move(texts, std::back_inserter(to));
}

std::vector<FieldError> Without(std::vector<FieldError> errors, const std::vector<FieldError>& known) {
  std::unordered_set<std::string> all;
  for (const FieldError& error : known) all.insert(error.Text());
  std::erase_if(errors, [&](const FieldError& error) { return all.contains(error.Text()); });
  return errors;
}

class NextWriteSimulation {
 public:
  NextWriteSimulation(const ServedResource& resource, const ServedVersion& version, base::Arena& arena)
      : resource_(resource), version_(version), arena_(arena) {}

  NextWrite Run(Value stored) &&;

 private:
  base::Status Read(Value& stored);
  void FindRefusals(const Value& object, const Value& old);
  base::Status Store(const Value& object);

  const ServedResource& resource_;
  const ServedVersion& version_;
  base::Arena& arena_;
  NextWrite write_;
  kubernetes::PathSteps where_;  // path to the field of a failed step's error
};

// Reads the stored object like ReadStored, and records the paths of removed fields and of fields that get a default.
base::Status NextWriteSimulation::Read(Value& stored) {
  base::Status step = Coerce(stored, resource_, Origin::kStorage, arena_, &write_.removed_fields, &where_);
  if (step.ok()) step = SetDefaults(stored, resource_, arena_, &write_.defaulted_fields);
  if (!step.ok()) return step;
  std::vector<std::string> lost;
  step = ConvertTo(version_.name, stored, resource_, arena_, &lost, &where_);
  Append(std::move(lost), write_.removed_fields);
  return step;
}

void NextWriteSimulation::FindRefusals(const Value& object, const Value& old) {
  write_.errors = Validate({.resource = resource_, .version = version_, .object = object, .old = &old}, arena_).errors;
  write_.is_invalid = !write_.errors.empty();
  auto created = Validate({.resource = resource_, .version = version_, .object = object}, arena_).errors;
  write_.tolerated = Without(std::move(created), write_.errors);
}

// Converts the object to the storage version, to record the fields that the conversion removes. Does nothing if
// `version_` is the storage version.
base::Status NextWriteSimulation::Store(const Value& object) {
  const ServedVersion* const storage = resource_.Storage();
  if (resource_.has_conversion_webhook || storage == nullptr || storage == &version_) return base::Ok();
  Value converted = json::DeepCopy(object, arena_);
  std::vector<std::string> lost;
  const base::Status done = ConvertTo(storage->name, converted, resource_, arena_, &lost, &where_);
  Append(std::move(lost), write_.removed_fields);
  return done;
}

NextWrite NextWriteSimulation::Run(Value stored) && {
  base::Status step = Read(stored);
  if (!step.ok()) {
    NextWrite unreadable;
    unreadable.errors = {kubernetes::MessageError(step.error().message(), where_)};
    return unreadable;
  }
  SetMetadata(stored, kManagedFields, Value(), arena_);
  if (MetadataText(stored, "resourceVersion").empty())  // always in etcd, where it is not in the object
    SetMetadata(stored, "resourceVersion", Value::String("1"), arena_);
  const Value object = UnchangedRequestFor(stored, arena_);
  FindRefusals(object, stored);
  if (write_.is_invalid || EndsDeletion(object, stored)) return std::move(write_);
  step = Store(object);
  if (!step.ok()) write_.errors = {kubernetes::MessageError(step.error().message(), where_)};
  return std::move(write_);
}

}  // namespace

NextWrite NextWriteOf(const ServedResource& resource, const ServedVersion& version, Value stored, base::Arena& arena) {
  return NextWriteSimulation(resource, version, arena).Run(stored);
}

}  // namespace structural::admission
