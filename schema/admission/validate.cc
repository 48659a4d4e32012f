#include "schema/admission/validate.h"

#include <iterator>
#include <utility>

#include "schema/admission/resource.h"
#include "schema/json/members.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"

namespace structural::admission {
namespace {

using json::Value;
using kubernetes::ObjectPath;
using objects::RepeatedErrors;

Value MetadataIn(const Value& object) {
  const Value* metadata = object.Find("metadata");
  return metadata == nullptr || metadata->is_null() ? Value::Object({}) : *metadata;
}

// Upstream: registry/customresource/strategy.go Validate (v0.37.2).
kubernetes::FieldError RulesNotRun() {
  return {.kind = kubernetes::ErrorKind::kRulesNotRun,
          .field = "<nil>",
          .value = "null",
          .detail =
              "some validation rules were not checked because the object was invalid; correct the existing errors "
              "to complete validation"};
}

class Validation {
 public:
  Validation(const ValidatedObject& of, base::Arena& arena) : of_(of), arena_(arena) {}

  Findings Run() &&;

 private:
  void CommonFields();
  bool TypeMeta();
  void Metadata();
  void Values(const crd::CorrelatedValue& update);
  void StatusValues(const crd::CorrelatedValue& update);
  void Resource(const crd::CorrelatedValue& update);
  void ListTypes();
  void Rules(const crd::CorrelatedValue& update);

  bool is_update() const { return of_.old != nullptr; }
  objects::MetadataRules MetadataRules(kubernetes::Reasons (*against)(std::string_view name, bool prefix)) const {
    return {of_.resource.namespaced, against};
  }

  const ValidatedObject& of_;
  base::Arena& arena_;
  crd::CorrelationCache memory_;
  ResourceErrors errors_;
  std::vector<kubernetes::FieldError> warnings_;
};

// Validates the metadata of an update. The server evaluates validation rules even if this function finds errors,
// because upstream does not pass these errors to hasBlockingErr.
//
// Upstream: rest/update.go validateCommonFields.
void Validation::CommonFields() {
  const ObjectPath path("metadata");
  const Value metadata = MetadataIn(of_.object);
  kubernetes::FieldErrorList errors;
  objects::ValidateMetadataOnCreate(path, metadata, MetadataRules(kubernetes::ValidatePathSegmentName),
                                    RepeatedErrors::kAll, errors);
  objects::ValidateMetadataOnUpdate(path, metadata, MetadataIn(*of_.old), RepeatedErrors::kAll, errors,
                                    of_.version.minor);
  errors_.AppendWithoutBlocking(std::move(errors).Take());
}

// Checks apiVersion and kind. Returns false if it found errors.
//
// Upstream: validator.go ValidateTypeMeta.
bool Validation::TypeMeta() {
  const std::string group_version = GroupVersion{of_.resource.group, of_.version.name}.Text();
  const auto check = [&](std::string_view key, std::string_view wanted) {
    const std::string_view found = TextOf(of_.object.Find(key));
    if (found == wanted) return true;
    errors_.Add(kubernetes::InvalidError(kubernetes::FieldName::TopLevel(key), Value::String(found),
                                         "must be " + std::string(wanted)));
    return false;
  };
  const bool kind = check("kind", of_.resource.kind);
  return check("apiVersion", group_version) && kind;
}

void Validation::Metadata() {
  const ObjectPath path("metadata");
  const Value metadata = MetadataIn(of_.object);
  kubernetes::FieldErrorList errors;
  if (is_update()) {
    objects::ValidateMetadataOnUpdate(path, metadata, MetadataIn(*of_.old), RepeatedErrors::kOnce, errors,
                                      of_.version.minor);
  } else {
    objects::ValidateMetadataOnCreate(path, metadata, MetadataRules(objects::SubdomainErrors), RepeatedErrors::kOnce,
                                      errors);
  }
  errors_.Append(std::move(errors));
}

void Validation::Values(const crd::CorrelatedValue& update) {
  if (of_.version.checks == nullptr) return;
  errors_.Append(objects::ValidateValue({}, *of_.version.checks, of_.object, update, of_.work));
}

// Validates the status by the schema of the status. `update` assigns old values to the values of the object, for
// ratcheting. If it assigns none to the status, this function assigns the old status by the schema of the status.
void Validation::StatusValues(const crd::CorrelatedValue& update) {
  const Value* status = of_.object.Find("status");
  if (status == nullptr || of_.version.status_checks == nullptr) return;
  crd::CorrelatedValue own = update.Key("status");
  const Value* found = of_.old->Find("status");
  const Value old = found == nullptr ? Value() : *found;
  const auto* schema = of_.version.schema == nullptr ? nullptr : of_.version.schema->properties.Find("status");
  if (!own && schema != nullptr) own = crd::CorrelatedValue(*status, old, *schema, memory_);
  errors_.Append(objects::ValidateValue(kubernetes::FieldName::TopLevel("status"), *of_.version.status_checks, *status,
                                        own, of_.work));
}

// Upstream: validator.go Validate, ValidateUpdate, ValidateStatusUpdate.
void Validation::Resource(const crd::CorrelatedValue& update) {
  if (!TypeMeta()) return;
  Metadata();
  of_.is_status ? StatusValues(update) : Values(update);
  if (of_.version.scale) ValidateScale(*of_.version.scale, of_.object, !of_.is_status, errors_);
}

// Validates lists of type map and set. Reports no errors of an update whose old object already has invalid lists.
void Validation::ListTypes() {
  const ObjectPath root;
  const auto* schema = of_.version.schema;
  auto found = objects::ValidateListTypes(root, schema, of_.object);
  if (found.empty()) return;
  if (is_update() && !objects::ValidateListTypes(root, schema, *of_.old).empty()) return;
  errors_.Append(std::move(found));
}

void Validation::Rules(const crd::CorrelatedValue& update) {
  if (of_.version.rules == nullptr) return;
  if (errors_.blocks_rules()) return errors_.Add(RulesNotRun());
  auto found = of_.version.rules->Run(
      {.object = of_.object, .old = of_.old, .correlated = &update, .trace = of_.trace, .work = of_.work}, arena_);
  errors_.AppendWithoutBlocking(std::move(found.errors));
  warnings_ = std::move(found.warnings);
}

Findings Validation::Run() && {
  crd::CorrelatedValue update;
  if (is_update() && of_.version.schema != nullptr)
    update = crd::CorrelatedValue(of_.object, *of_.old, *of_.version.schema, memory_);
  if (is_update()) CommonFields();
  Resource(update);
  if (!of_.is_status) {
    errors_.Append(objects::ValidateObjectMeta(ObjectPath(), of_.object, of_.version.schema, false));
  }
  ListTypes();
  Rules(update);
  return {std::move(errors_).Take(), std::move(warnings_)};
}

}  // namespace

Findings Validate(const ValidatedObject& candidate, base::Arena& arena) { return Validation(candidate, arena).Run(); }

}  // namespace structural::admission
