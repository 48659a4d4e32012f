// The metadata of the root and of embedded resources: its coercion to ObjectMeta, and its validation.
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

namespace structural::objects {

struct Coerced {
  // The first error, in the order of the object. Fields after it are unchanged.
  std::optional<kubernetes::FieldError> error;
  // The removed fields, which ObjectMeta does not have, sorted. If they are too many to list, only
  // some of them and base::kTruncated.
  std::vector<std::string> unknown;
};

enum class MalformedMetadata { kIsAnError, kIsDropped };

// Coerces each apiVersion, kind and metadata to its Go type. `schema` may be null. New values are in `arena`.
//
// Upstream: schema/objectmeta/coerce.go CoerceWithOptions (v0.37.2).
Coerced CoerceObjectMeta(const kubernetes::ObjectPath& path, json::Value& object, const crd::Structural* schema,
                         bool is_resource_root, MalformedMetadata malformed, base::Arena& arena);

// Returns the errors of each apiVersion, kind and metadata, in the order of the object. A list that is too long ends
// with base::kTruncated.
//
// Upstream: schema/objectmeta/validation.go Validate (v0.37.2).
kubernetes::FieldErrorList ValidateObjectMeta(const kubernetes::ObjectPath& path, const json::Value& object,
                                              const crd::Structural* schema, bool is_resource_root);

// Options of ValidateCommonMetadata, which adds the errors of one metadata's labels, annotations,
// owners and managed fields; with kAreChecked, also those of finalizers. With RepeatedErrors::kOnce,
// it adds equal errors once.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go, what ValidateObjectMeta and
// ValidateObjectMetaUpdate have in common (v0.37.2).
enum class FinalizerChecks { kAreChecked, kAreNot };
enum class RepeatedErrors { kAll, kOnce };
void ValidateCommonMetadata(const kubernetes::ObjectPath& path, const json::Value& metadata, FinalizerChecks finalizers,
                            RepeatedErrors repeats, kubernetes::FieldErrorList& errors);

// Adds the errors of one metadata at `path`. Precondition: it can be decoded as an ObjectMeta.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta (v0.37.2).
void ValidateMetadata(const kubernetes::ObjectPath& path, const json::Value& metadata,
                      kubernetes::FieldErrorList& errors);

// Rules for the metadata of a resource that is created or updated. `metadata` in the functions below is an object as
// ObjectMeta is encoded (WrittenObjectMeta).
struct MetadataRules {
  bool namespaced = false;
  // Returns the reasons why a name is invalid. `prefix`: the name is a prefix to which letters are added.
  std::function<kubernetes::Reasons(std::string_view name, bool prefix)> name_errors;
};

// Returns the reasons why the name of a custom resource is invalid. The name is also a part of a URL.
//
// Upstream: generic.go NameIsDNSSubdomain; rest/create.go validatePathSegment.
kubernetes::Reasons SubdomainErrors(std::string_view name, bool prefix);

// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor,
// ValidateObjectMetaAccessorUpdate (v0.37.2).
void ValidateMetadataOnCreate(const kubernetes::ObjectPath& path, const json::Value& metadata,
                              const MetadataRules& rules, RepeatedErrors repeats, kubernetes::FieldErrorList& errors);
void ValidateMetadataOnUpdate(const kubernetes::ObjectPath& path, const json::Value& metadata, const json::Value& old,
                              RepeatedErrors repeats, kubernetes::FieldErrorList& errors);

// Returns metadata as Go encodes the ObjectMeta that it decodes from it: with normalised times, and without fields that
// ObjectMeta does not have. Precondition: it can be decoded. New in `arena`.
json::Value WrittenObjectMeta(const json::Value& metadata, base::Arena& arena);

// Returns the members that can be decoded, each checked by itself. Precondition: metadata.is_object().
json::Value ReadableObjectMeta(const json::Value& metadata, base::Arena& arena);

// Returns Go's error for a value that cannot become an ObjectMeta.

// Returns nullopt for a valid ObjectMeta. Errors of times precede all others; otherwise returns the
// first error in the order of the keys:
//   json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string
// The error is of kind kMessage; its path is relative to metadata.
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts, apimachinery apis/meta/v1/types.go ObjectMeta
// (v0.37.2).
std::optional<kubernetes::FieldError> ObjectMetaDecodeError(const json::Value& metadata);

// Returns at most a hundred fields that ObjectMeta does not have: "ownerReferences[0].x".
//
// Upstream: sigs.k8s.io/json UnmarshalStrict.
std::vector<std::string> UnknownMetaFields(const json::Value& metadata);

}  // namespace structural::objects
