// The checks of the parts of a CRD, as upstream divides them. Each appends to the context's errors.
//
// Upstream: apis/apiextensions/validation/validation.go (v0.37.2).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"
#include "schema/validate/context.h"
#include "schema/validate/rule_ids.h"

namespace structural::validate {

// metadata.cc; `old` is null for a create. Upstream: apimachinery pkg/api/validation/objectmeta.go
// ValidateObjectMetaDeclaratively, which leaves one of equal errors.
void ValidateMetadata(const Context& in, const crd::Internal* old);

// approval.cc: validateAPIApproval.
void ValidateApiApproval(const Context& in, const crd::Internal* old);

// names.cc: ValidateCustomResourceDefinitionNames.
void ValidateNames(const Context& in, const Value* names, const FieldPath& path);

// spec.cc: validateCustomResourceDefinitionSpec.
void ValidateSpec(const Context& in);

// versions.cc: what it says of all versions together, and of spec.version.
void ValidateVersions(const Context& in);

// version.cc: validateCustomResourceDefinitionVersion.
void ValidateVersion(const Context& in, const Value& version, const FieldPath& path,
                     bool status_enabled);

// stored_versions.cc: ValidateCustomResourceDefinitionStoredVersions.
void ValidateStoredVersions(const Context& in);

// conversion.cc: validateCustomResourceConversion.
void ValidateConversion(const Context& in);
bool HasValidConversionReviewVersionOrEmpty(std::span<const Value> versions, Release release);

// columns.cc: ValidateCustomResourceColumnDefinition, of each; the holder has them.
void ValidateColumns(const Context& in, const Value& holder, const FieldPath& path);

// subresources.cc: ValidateCustomResourceDefinitionSubresources; the holder may have them.
void ValidateSubresources(const Context& in, const Value& holder, const FieldPath& path);
bool HasStatusEnabled(const Value* subresources);

// selectable_fields.cc: ValidateCustomResourceSelectableFields, and what is said of the holder's
// schema. The holder is spec or a version, of which `schema` is the holder's. `in_version` is the
// version's name, "" for spec.
void ValidateSelectableFields(const Context& in, const Value& holder,
                              const model::JSONSchemaProps* schema, std::string_view in_version,
                              const FieldPath& path);

// schema.cc: validateCustomResourceDefinitionValidation of the schema for a version; null: there is
// none.
void ValidateSchema(const Context& in, const Value* holder, bool status_enabled,
                    std::string_view version, const FieldPath& path);

// open_api_schema.cc: ValidateCustomResourceDefinitionOpenAPISchema. `form` is null where rules in
// CEL are not looked at, `unchanged`: an update leaves the schema as it is.
void ValidateOpenApiSchema(const Context& in, const model::JSONSchemaProps& schema,
                           const FieldPath& path, const model::Structural* form, bool unchanged);

// "a,b"
std::string Joined(const kubernetes::Reasons& reasons, std::string_view separator = ",");

}  // namespace structural::validate
