// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta,
// ValidateObjectMetaUpdate; apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinition, nameValidationFn (v0.37.2).
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"
#include "schema/validate/checks.h"

namespace structural::validate {
namespace {

kubernetes::Reasons AgainstName(const Context& in, std::string_view name, bool prefix) {
  auto reasons = objects::SubdomainErrors(name, prefix);
  const Value* names = in.spec().Find("names");
  std::string required(TextOf(Below(names, "plural")));
  required.append(".").append(TextOf(in.spec().Find("group")));
  if (name != required) reasons.push_back("must be spec.names.plural+\".\"+spec.group");
  return reasons;
}

}  // namespace

void ValidateMetadata(const Context& in, const crd::Internal* before) {
  const Value none = Value::Object({});
  const Value* found = in.crd.crd.Find("metadata");
  const Value& metadata = found == nullptr ? none : *found;
  const kubernetes::ObjectPath path("metadata");
  kubernetes::FieldErrorList errors;
  if (before == nullptr) {
    const auto against = [&](std::string_view name, bool prefix) { return AgainstName(in, name, prefix); };
    objects::ValidateMetadataOnCreate(path, metadata, {.against_name = against}, objects::RepeatedErrors::kOnce,
                                      errors);
  } else {
    const Value* old = before->crd.Find("metadata");
    objects::ValidateMetadataOnUpdate(path, metadata, old == nullptr ? none : *old, objects::RepeatedErrors::kOnce,
                                      errors);
  }
  for (kubernetes::FieldError& error : std::move(errors).Take()) {
    const bool immutable = error.detail == kubernetes::kFieldIsImmutable;
    in.errors.Add(immutable ? kImmutable : kMetadata, std::vector{std::move(error)});
  }
}

}  // namespace structural::validate
