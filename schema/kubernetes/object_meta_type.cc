#include "schema/kubernetes/basic_types.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::kubernetes {
namespace {

constexpr Field kOwnerReferenceFields[] = {
    {"apiVersion", &kString, kAlways},
    {"blockOwnerDeletion", &kOptionalBool, kOmitEmpty},
    {"controller", &kOptionalBool, kOmitEmpty},
    {"kind", &kString, kAlways},
    {"name", &kString, kAlways},
    {"uid", &kString, kAlways},
};
constexpr Type kOwnerReference{Kind::kStruct, nullptr, kOwnerReferenceFields};
constexpr Type kOwnerReferences{Kind::kList, &kOwnerReference};

constexpr Field kManagedFieldsEntryFields[] = {
    {"apiVersion", &kString, kOmitEmpty},    {"fieldsType", &kString, kOmitEmpty},
    {"fieldsV1", &kOptionalAny, kOmitEmpty}, {"manager", &kString, kOmitEmpty},
    {"operation", &kString, kOmitEmpty},     {"subresource", &kString, kOmitEmpty},
    {"time", &kOptionalTime, kOmitEmpty},
};
constexpr Type kManagedFieldsEntry{Kind::kStruct, nullptr, kManagedFieldsEntryFields};
constexpr Type kManagedFields{Kind::kList, &kManagedFieldsEntry};

constexpr Field kObjectMetaFields[] = {
    {"annotations", &kStringMap, kOmitEmpty},
    {"creationTimestamp", &kTime, kOmitEmpty},
    {"deletionGracePeriodSeconds", &kOptionalInt64, kOmitEmpty},
    {"deletionTimestamp", &kOptionalTime, kOmitEmpty},
    {"finalizers", &kStrings, kOmitEmpty},
    {"generateName", &kString, kOmitEmpty},
    {"generation", &kInt64, kOmitEmpty},
    {"labels", &kStringMap, kOmitEmpty},
    {"managedFields", &kManagedFields, kOmitEmpty},
    {"name", &kString, kOmitEmpty},
    {"namespace", &kString, kOmitEmpty},
    {"ownerReferences", &kOwnerReferences, kOmitEmpty},
    {"resourceVersion", &kString, kOmitEmpty},
    {"selfLink", &kString, kOmitEmpty},
    {"uid", &kString, kOmitEmpty},
};

}  // namespace

constexpr Type kObjectMeta{Kind::kStruct, nullptr, kObjectMetaFields};

}  // namespace structural::kubernetes
