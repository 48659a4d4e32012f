// The coercion of apiVersion, kind and metadata to their Go types, and their validation, in the root and in embedded
// resources.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/object_path.h"
#include "schema/kubernetes/releases.h"

namespace structural::objects {

// The result of CoerceObjectMeta. Owns its texts.
struct CoercionResult {
  // The first error, in the order of the object; nullopt if no error was found. The coercion ends at an error, so the
  // fields after it are unchanged.
  std::optional<kubernetes::FieldError> error;
  // The paths of the removed fields, which ObjectMeta does not have, sorted. A list that would be too long has only
  // some of the paths, and base::kTruncated.
  std::vector<std::string> unknown;
};

// The effect of metadata that Go cannot decode: an error, or the removal of the malformed members.
enum class MalformedMetadata { kIsAnError, kIsDropped };

// Coerces apiVersion, kind and metadata of the root and of each embedded resource to their Go types. `schema` may be
// null. New values are in `arena`.
//
// Upstream: schema/objectmeta/coerce.go CoerceWithOptions (v0.37.2).
CoercionResult CoerceObjectMeta(const kubernetes::ObjectPath& path, json::Value& object, const crd::Structural* schema,
                                bool is_resource_root, MalformedMetadata malformed, base::Arena& arena);

// Returns the errors of apiVersion, kind and metadata in the root and in each embedded resource, in the order of the
// object. A list that would be too long is cut off, and ends with base::kTruncated.
//
// Upstream: schema/objectmeta/validation.go Validate (v0.37.2).
kubernetes::FieldErrorList ValidateObjectMeta(const kubernetes::ObjectPath& path, const json::Value& object,
                                              const crd::Structural* schema, bool is_resource_root);

// Adds the errors of labels, annotations, owner references and managed fields in one metadata and, with kChecked, also
// those of finalizers. With kOnce, adds equal errors only once.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go, the common part of ValidateObjectMeta and
// ValidateObjectMetaUpdate (v0.37.2).
enum class FinalizerChecks { kChecked, kSkipped };
enum class RepeatedErrors { kAll, kOnce };
void ValidateCommonMetadata(const kubernetes::ObjectPath& path, const json::Value& metadata, FinalizerChecks finalizers,
                            RepeatedErrors repeats, kubernetes::FieldErrorList& errors);

// Adds the errors of one metadata, which is at `path`, to `errors`. Precondition: `metadata` can be decoded as an
// ObjectMeta.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta (v0.37.2).
void ValidateMetadata(const kubernetes::ObjectPath& path, const json::Value& metadata,
                      kubernetes::FieldErrorList& errors);

// Properties of a resource on which the validation of its metadata depends. The parameter `metadata` of the functions
// below must be a result of WrittenObjectMeta.
struct MetadataRules {
  bool namespaced = false;
  // Returns the reasons why a name is invalid. `prefix`: true if the server will append characters to the name
  // (generateName); false if the name is complete.
  std::function<kubernetes::Reasons(std::string_view name, bool prefix)> name_errors;
};

// Returns the reasons why the name of a custom resource is invalid. Also checks that the name can be a segment of a
// URL's path.
//
// Upstream: generic.go NameIsDNSSubdomain; rest/create.go validatePathSegment.
kubernetes::Reasons SubdomainErrors(std::string_view name, bool prefix);

// ValidateMetadataOnCreate and ValidateMetadataOnUpdate add the errors of the metadata in a create and in an update of
// an object to `errors`.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor, ValidateObjectMetaAccessorUpdate
// (v0.37.2).
void ValidateMetadataOnCreate(const kubernetes::ObjectPath& path, const json::Value& metadata,
                              const MetadataRules& rules, RepeatedErrors repeats, kubernetes::FieldErrorList& errors);
// `minor`: the minor version of the Kubernetes release whose errors are added, 1.minor.
void ValidateMetadataOnUpdate(const kubernetes::ObjectPath& path, const json::Value& metadata, const json::Value& old,
                              RepeatedErrors repeats, kubernetes::FieldErrorList& errors,
                              int minor = kubernetes::kDefaultMinor);

// Returns metadata after Go has decoded it as an ObjectMeta and encoded it again: times are normalized, and fields that
// ObjectMeta does not have are removed. Precondition: `metadata` can be decoded. New values are in `arena`.
json::Value WrittenObjectMeta(const json::Value& metadata, base::Arena& arena);

// Returns metadata without the members that Go cannot decode. Checks each member on its own. Precondition:
// metadata.is_object().
json::Value ReadableObjectMeta(const json::Value& metadata, base::Arena& arena);

// Functions about values that Go cannot decode as an ObjectMeta.

// Returns the error of the first value that Go cannot decode, in the order of the keys, but errors of times first;
// nullopt for a valid ObjectMeta:
//   json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string
// The error is of kind kMessage; its path is relative to metadata.
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts, apimachinery apis/meta/v1/types.go ObjectMeta
// (v0.37.2).
std::optional<kubernetes::FieldError> ObjectMetaDecodeError(const json::Value& metadata);

// Returns the paths of fields that ObjectMeta does not have, at most 100: "ownerReferences[0].x".
//
// Upstream: sigs.k8s.io/json UnmarshalStrict.
std::vector<std::string> UnknownMetaFields(const json::Value& metadata);

}  // namespace structural::objects
