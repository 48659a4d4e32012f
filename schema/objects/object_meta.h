// The metadata of embedded resources, and of the root: coerced to what ObjectMeta has, and checked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"
#include "schema/objects/object_path.h"

namespace structural::objects {

struct Coerced {
  // The first, in the order of the object; what follows is as it was.
  std::optional<kubernetes::FieldError> error;
  // Fields that ObjectMeta does not have, sorted; they are gone. Some of them, and base::kCutShort,
  // where they are too many to list.
  std::vector<std::string> unknown;
};

enum class Malformed { kIsAnError, kIsDropped };

// Makes every apiVersion, kind and metadata what its Go type is. `schema` may be null. New values
// come to lie in `arena`.
//
// Upstream: schema/objectmeta/coerce.go CoerceWithOptions (v0.37.2).
Coerced CoerceObjectMeta(const ObjectPath& path, json::Value& object,
                         const model::Structural* schema, bool is_resource_root,
                         Malformed malformed, base::Arena& arena);

// The errors of every apiVersion, kind and metadata, in the order of the object; the first of them,
// and base::kCutShort, where they are too many to list.
//
// Upstream: schema/objectmeta/validation.go Validate (v0.37.2).
kubernetes::FieldErrorList ValidateObjectMeta(const ObjectPath& path, const json::Value& object,
                                              const model::Structural* schema, bool is_resource_root);

// The errors of one metadata's labels, annotations, owners and managed fields; with kFinalizers of
// finalizers, too. With Repeats::kOnce one of equal errors is left.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go, what ValidateObjectMeta and
// ValidateObjectMetaUpdate have in common (v0.37.2).
enum class Finalizers { kAreChecked, kAreNot };
enum class Repeats { kAll, kOnce };
void ValidateCommonMetadata(const ObjectPath& path, const json::Value& metadata,
                            Finalizers finalizers, Repeats repeats, kubernetes::FieldErrorList& errors);

// The errors of one metadata at `path`, where it can be read as an ObjectMeta.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMeta (v0.37.2).
void ValidateMetadata(const ObjectPath& path, const json::Value& metadata, kubernetes::FieldErrorList& errors);

// The metadata of a resource that is created or updated. `metadata` is as ObjectMeta is written
// (WrittenObjectMeta); it is an object.

struct MetadataRules {
  bool namespaced = false;
  // The reasons against a name, or against a prefix, to which letters are added.
  std::function<kubernetes::Reasons(std::string_view name, bool prefix)> against_name;
};

// Of custom resources, and of what is part of a URL.
//
// Upstream: generic.go NameIsDNSSubdomain; rest/create.go validatePathSegment.
kubernetes::Reasons AgainstSubdomain(std::string_view name, bool prefix);

// Upstream: apimachinery pkg/api/validation/objectmeta.go ValidateObjectMetaAccessor,
// ValidateObjectMetaAccessorUpdate (v0.37.2).
void ValidateMetadataOnCreate(const ObjectPath& path, const json::Value& metadata,
                              const MetadataRules& rules, Repeats repeats, kubernetes::FieldErrorList& errors);
void ValidateMetadataOnUpdate(const ObjectPath& path, const json::Value& metadata,
                              const json::Value& old, Repeats repeats, kubernetes::FieldErrorList& errors);

// Metadata as Go writes the ObjectMeta that it reads of it: times are normalised, fields that
// ObjectMeta does not have are gone. Precondition: it can be read. New in `arena`.
json::Value WrittenObjectMeta(const json::Value& metadata, base::Arena& arena);

// Those members that can be read, each by itself. Precondition: metadata.is_object().
json::Value ReadableObjectMeta(const json::Value& metadata, base::Arena& arena);

// What Go says where a value cannot become an ObjectMeta.

// nullopt where it can. The first mistake in the order of the keys, but one in a time comes first:
//   json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string
// It is a message, with the path in metadata.
//
// Upstream: sigs.k8s.io/json UnmarshalCaseSensitivePreserveInts into metav1.ObjectMeta (v0.37.2).
std::optional<kubernetes::FieldError> ObjectMetaDecodeError(const json::Value& metadata);

// The fields that ObjectMeta does not have, "ownerReferences[0].x"; no more than a hundred.
//
// Upstream: sigs.k8s.io/json UnmarshalStrict.
std::vector<std::string> UnknownMetaFields(const json::Value& metadata);

}  // namespace structural::objects
