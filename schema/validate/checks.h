// The checks of the parts of a CRD, divided into the same functions as in upstream. Each function appends the errors
// that it finds to `in.errors`.
//
// Upstream: apis/apiextensions/validation/validation.go (v0.37.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/crd/model/valid_field_path.h"
#include "schema/kubernetes/field_error.h"
#include "schema/validate/context.h"
#include "schema/validate/rule_ids.h"

namespace structural::validate {

// Checks metadata; `old` is null for a create. Upstream: apimachinery pkg/api/validation/objectmeta.go
// ValidateObjectMetaDeclaratively, which reports equal errors once.
void ValidateMetadata(const Context& in, const crd::InternalCrd* old);

// Checks the annotation api-approved.kubernetes.io, which CRDs in protected groups require. `old` is null for a create.
//
// Upstream: validateAPIApproval.
void ValidateApiApproval(const Context& in, const crd::InternalCrd* old);

// Checks `names`, which are at `path`: spec.names or status.acceptedNames.
//
// Upstream: ValidateCustomResourceDefinitionNames.
void ValidateNames(const Context& in, const Value* names, const FieldPath& path);

// Checks spec with all its versions.
//
// Upstream: validateCustomResourceDefinitionSpec.
void ValidateSpec(const Context& in);

// Checks each element of spec.versions with ValidateVersion, and then all versions together. Their names must be
// unique, and exactly one must be the storage version. A part such as `schema` must not be set both in spec and in a
// version. Also checks that spec.version is the name of the first version.
void ValidateVersions(const Context& in);

// Checks one element of spec.versions. `status_enabled`: whether the version has the status subresource.
//
// Upstream: validateCustomResourceDefinitionVersion.
void ValidateVersion(const Context& in, const Value& version, const FieldPath& path, bool status_enabled);

// Checks status.storedVersions against the versions of spec.
//
// Upstream: ValidateCustomResourceDefinitionStoredVersions.
void ValidateStoredVersions(const Context& in);

// Checks spec.conversion.
//
// Upstream: validateCustomResourceConversion.
void ValidateConversion(const Context& in);
// Whether the list is empty, or has a version of ConversionReview that a server of the release can send.
bool HasValidConversionReviewVersionOrEmpty(std::span<const Value> versions, Release release);

// Checks the columns in `holder`, which is spec or a version. Upstream: ValidateCustomResourceColumnDefinition.
void ValidateColumns(const Context& in, const Value& holder, const FieldPath& path);

// Checks the subresources in `holder`, which is spec or a version.
//
// Upstream: ValidateCustomResourceDefinitionSubresources.
void ValidateSubresources(const Context& in, const Value& holder, const FieldPath& path);
// Whether the subresources include status. `subresources` may be null.
bool HasStatusEnabled(const Value* subresources);

// Checks the selectable fields in `holder`, which is spec or a version. Their paths must exist in `schema`, the schema
// of `holder`. `in_version`: name of the version; empty for spec.
//
// Upstream: ValidateCustomResourceSelectableFields, and errors of its callers about the schema.
void ValidateSelectableFields(const Context& in, const Value& holder, const crd::JSONSchemaProps* schema,
                              std::string_view in_version, const FieldPath& path);

// Checks the schema in `holder`, which is spec.validation or `schema` of a version. Does nothing if `holder` is null or
// has no schema.
//
// Upstream: validateCustomResourceDefinitionValidation.
void ValidateSchema(const Context& in, const Value* holder, bool status_enabled, std::string_view version,
                    const FieldPath& path);

// Checks a schema and all schemas inside it. `form` is the structural form of the schema; null: CEL rules are not
// checked. `unchanged`: whether the CRD is updated and the update does not change the schema.
//
// Upstream: ValidateCustomResourceDefinitionOpenAPISchema.
void ValidateOpenApiSchema(const Context& in, const crd::JSONSchemaProps& schema, const FieldPath& path,
                           const crd::Structural* form, bool unchanged);

// Checks the syntax of a simple JSON path, which must not be empty. Adds an error and returns false if the path is
// invalid.
//
// Upstream: apis/apiextensions/validation/validation.go validateSimpleJSONPath (v0.37.2).
bool ValidateSimpleJsonPath(const Context& in, std::string_view rule, std::string_view json_path,
                            const FieldPath& path);

using crd::FoundField;
using crd::ValidFieldPath;

}  // namespace structural::validate
