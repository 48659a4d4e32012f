#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {
namespace {

constexpr Field kNamesFields[] = {
    {"categories", &kStrings, kOmitEmpty}, {"kind", &kString, kWriteZero},        {"listKind", &kString, kOmitEmpty},
    {"plural", &kString, kWriteZero},      {"shortNames", &kStrings, kOmitEmpty}, {"singular", &kString, kOmitEmpty},
};
constexpr Field kConditionFields[] = {
    {"lastTransitionTime", &kTime, kWriteZero},
    {"message", &kString, kOmitEmpty},
    {"observedGeneration", &kInt64, kOmitEmpty},
    {"reason", &kString, kOmitEmpty},
    {"status", &kString, kWriteZero},
    {"type", &kString, kWriteZero},
};
constexpr Type kConditions{Kind::kList, &kCustomResourceDefinitionCondition};
constexpr Field kStatusFields[] = {
    {"acceptedNames", &kNames, kWriteZero},
    {"conditions", &kConditions, kWriteZero},
    {"observedGeneration", &kInt64, kOmitEmpty},
    {"storedVersions", &kStrings, kWriteZero},
};
constexpr Field kServiceReferenceFields[] = {
    {"name", &kString, kWriteZero},
    {"namespace", &kString, kWriteZero},
    {"path", &kOptionalString, kOmitEmpty},
    {"port", &kOptionalInt32, kOmitEmpty},
};
constexpr Type kServiceReference{Kind::kStruct, nullptr, kServiceReferenceFields};
constexpr Type kService{Kind::kPointer, &kServiceReference};
constexpr Field kWebhookClientConfigFields[] = {
    {"caBundle", &kBytes, kOmitEmpty},
    {"service", &kService, kOmitEmpty},
    {"url", &kOptionalString, kOmitEmpty},
};
constexpr Type kWebhookClientConfigStruct{Kind::kStruct, nullptr, kWebhookClientConfigFields};
constexpr Field kSelectableFieldFields[] = {
    {"jsonPath", &kString, kWriteZero},
};
constexpr Type kSelectableField{Kind::kStruct, nullptr, kSelectableFieldFields};
constexpr Type kEmptyStruct{Kind::kStruct};
constexpr Type kStatusSubresource{Kind::kPointer, &kEmptyStruct};
constexpr Field kScaleFields[] = {
    {"labelSelectorPath", &kOptionalString, kOmitEmpty},
    {"specReplicasPath", &kString, kWriteZero},
    {"statusReplicasPath", &kString, kWriteZero},
};
constexpr Type kScaleStruct{Kind::kStruct, nullptr, kScaleFields};
constexpr Type kScale{Kind::kPointer, &kScaleStruct};
constexpr Field kSubresourcesFields[] = {
    {"scale", &kScale, kOmitEmpty},
    {"status", &kStatusSubresource, kOmitEmpty},
};
constexpr Type kSubresourcesStruct{Kind::kStruct, nullptr, kSubresourcesFields};
constexpr Type kSchema{Kind::kPointer, &kJSONSchemaProps};
constexpr Field kValidationFields[] = {
    {"openAPIV3Schema", &kSchema, kOmitEmpty},
};
constexpr Type kValidationStruct{Kind::kStruct, nullptr, kValidationFields};

constexpr Field kOwnerReferenceFields[] = {
    {"apiVersion", &kString, kWriteZero},
    {"blockOwnerDeletion", &kOptionalBool, kOmitEmpty},
    {"controller", &kOptionalBool, kOmitEmpty},
    {"kind", &kString, kWriteZero},
    {"name", &kString, kWriteZero},
    {"uid", &kString, kWriteZero},
};
constexpr Type kOwnerReference{Kind::kStruct, nullptr, kOwnerReferenceFields};
constexpr Type kOwnerReferences{Kind::kList, &kOwnerReference};

constexpr Field kManagedFieldsEntryFields[] = {
    {"apiVersion", &kString, kOmitEmpty}, {"fieldsType", &kString, kOmitEmpty}, {"fieldsV1", &kOptionalAny, kOmitEmpty},
    {"manager", &kString, kOmitEmpty},    {"operation", &kString, kOmitEmpty},  {"subresource", &kString, kOmitEmpty},
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

constexpr Type kNames{Kind::kStruct, nullptr, kNamesFields};
constexpr Type kCustomResourceDefinitionCondition{Kind::kStruct, nullptr, kConditionFields};
constexpr Type kCustomResourceDefinitionStatus{Kind::kStruct, nullptr, kStatusFields};
constexpr Type kWebhookClientConfig{Kind::kPointer, &kWebhookClientConfigStruct};
constexpr Type kSelectableFields{Kind::kList, &kSelectableField};
constexpr Type kSubresources{Kind::kPointer, &kSubresourcesStruct};
constexpr Type kValidation{Kind::kPointer, &kValidationStruct};

constexpr Type kObjectMeta{Kind::kStruct, nullptr, kObjectMetaFields};

}  // namespace structural::kubernetes
