#include "schema/kubernetes/crd_types.h"

#include "schema/kubernetes/type.h"

namespace structural::kubernetes {
namespace {

constexpr Type kSchemaPointer{Kind::kPointer, &kJSONSchemaProps};
constexpr Type kSchemaList{Kind::kList, &kJSONSchemaProps};
constexpr Type kSchemaMap{Kind::kMap, &kJSONSchemaProps};
constexpr Type kSchemaOrArray{Kind::kSchemaOrArray, &kJSONSchemaProps};
constexpr Type kItems{Kind::kPointer, &kSchemaOrArray};
constexpr Type kSchemaOrBool{Kind::kSchemaOrBool, &kJSONSchemaProps};
constexpr Type kAdditional{Kind::kPointer, &kSchemaOrBool};
constexpr Type kSchemaOrStringArray{Kind::kSchemaOrStringArray, &kJSONSchemaProps};
constexpr Type kDependencies{Kind::kMap, &kSchemaOrStringArray};

constexpr Field kExternalDocumentationFields[] = {
    {"description", &kString, kOmitEmpty},
    {"url", &kString, kOmitEmpty},
};
constexpr Type kExternalDocumentation{Kind::kStruct, nullptr, kExternalDocumentationFields};
constexpr Type kExternalDocs{Kind::kPointer, &kExternalDocumentation};

constexpr Field kValidationRuleFields[] = {
    {"fieldPath", &kString, kOmitEmpty},         {"message", &kString, kOmitEmpty},
    {"messageExpression", &kString, kOmitEmpty}, {"optionalOldSelf", &kOptionalBool, kOmitEmpty},
    {"reason", &kOptionalString, kOmitEmpty},    {"rule", &kString, kWriteZero},
};
constexpr Type kValidationRule{Kind::kStruct, nullptr, kValidationRuleFields};
constexpr Type kValidationRules{Kind::kList, &kValidationRule};

constexpr Field kJSONSchemaPropsFields[] = {
    {"$ref", &kOptionalString, kOmitEmpty},
    {"$schema", &kString, kOmitEmpty},
    {"additionalItems", &kAdditional, kOmitEmpty},
    {"additionalProperties", &kAdditional, kOmitEmpty},
    {"allOf", &kSchemaList, kOmitEmpty},
    {"anyOf", &kSchemaList, kOmitEmpty},
    {"default", &kOptionalJson, kOmitEmpty},
    {"definitions", &kSchemaMap, kOmitEmpty},
    {"dependencies", &kDependencies, kOmitEmpty},
    {"description", &kString, kOmitEmpty},
    {"enum", &kJsonList, kOmitEmpty},
    {"example", &kOptionalJson, kOmitEmpty},
    {"exclusiveMaximum", &kBool, kOmitEmpty},
    {"exclusiveMinimum", &kBool, kOmitEmpty},
    {"externalDocs", &kExternalDocs, kOmitEmpty},
    {"format", &kString, kOmitEmpty},
    {"id", &kString, kOmitEmpty},
    {"items", &kItems, kOmitEmpty},
    {"maxItems", &kOptionalInt64, kOmitEmpty},
    {"maxLength", &kOptionalInt64, kOmitEmpty},
    {"maxProperties", &kOptionalInt64, kOmitEmpty},
    {"maximum", &kOptionalDouble, kOmitEmpty},
    {"minItems", &kOptionalInt64, kOmitEmpty},
    {"minLength", &kOptionalInt64, kOmitEmpty},
    {"minProperties", &kOptionalInt64, kOmitEmpty},
    {"minimum", &kOptionalDouble, kOmitEmpty},
    {"multipleOf", &kOptionalDouble, kOmitEmpty},
    {"not", &kSchemaPointer, kOmitEmpty},
    {"nullable", &kBool, kOmitEmpty},
    {"oneOf", &kSchemaList, kOmitEmpty},
    {"pattern", &kString, kOmitEmpty},
    {"patternProperties", &kSchemaMap, kOmitEmpty},
    {"properties", &kSchemaMap, kOmitEmpty},
    {"required", &kStrings, kOmitEmpty},
    {"title", &kString, kOmitEmpty},
    {"type", &kString, kOmitEmpty},
    {"uniqueItems", &kBool, kOmitEmpty},
    {"x-kubernetes-embedded-resource", &kBool, kOmitEmpty},
    {"x-kubernetes-int-or-string", &kBool, kOmitEmpty},
    {"x-kubernetes-list-map-keys", &kStrings, kOmitEmpty},
    {"x-kubernetes-list-type", &kOptionalString, kOmitEmpty},
    {"x-kubernetes-map-type", &kOptionalString, kOmitEmpty},
    {"x-kubernetes-preserve-unknown-fields", &kOptionalBool, kOmitEmpty},
    {"x-kubernetes-validations", &kValidationRules, kOmitEmpty},
};

}  // namespace

constexpr Type kJSONSchemaProps{Kind::kStruct, nullptr, kJSONSchemaPropsFields};

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

namespace structural::kubernetes::v1 {
namespace {

constexpr Field kColumnFields[] = {
    {"description", &kString, kOmitEmpty}, {"format", &kString, kOmitEmpty},  {"jsonPath", &kString, kWriteZero},
    {"name", &kString, kWriteZero},        {"priority", &kInt32, kOmitEmpty}, {"type", &kString, kWriteZero},
};
constexpr Type kColumn{Kind::kStruct, nullptr, kColumnFields};
constexpr Type kColumns{Kind::kList, &kColumn};

constexpr Field kWebhookFields[] = {
    {"clientConfig", &kWebhookClientConfig, kOmitEmpty},
    {"conversionReviewVersions", &kStrings, kWriteZero},
};
constexpr Type kWebhookStruct{Kind::kStruct, nullptr, kWebhookFields};
constexpr Type kWebhook{Kind::kPointer, &kWebhookStruct};
constexpr Field kConversionFields[] = {
    {"strategy", &kString, kWriteZero},
    {"webhook", &kWebhook, kOmitEmpty},
};
constexpr Type kConversionStruct{Kind::kStruct, nullptr, kConversionFields};
constexpr Type kConversion{Kind::kPointer, &kConversionStruct};

constexpr Field kVersionFields[] = {
    {"additionalPrinterColumns", &kColumns, kOmitEmpty},
    {"deprecated", &kBool, kOmitEmpty},
    {"deprecationWarning", &kOptionalString, kOmitEmpty},
    {"name", &kString, kWriteZero},
    {"schema", &kValidation, kOmitEmpty},
    {"selectableFields", &kSelectableFields, kOmitEmpty},
    {"served", &kBool, kWriteZero},
    {"storage", &kBool, kWriteZero},
    {"subresources", &kSubresources, kOmitEmpty},
};
constexpr Type kVersions{Kind::kList, &kCustomResourceDefinitionVersion};

constexpr Field kSpecFields[] = {
    {"conversion", &kConversion, kOmitEmpty}, {"group", &kString, kWriteZero},
    {"names", &kNames, kWriteZero},           {"preserveUnknownFields", &kBool, kOmitEmpty},
    {"scope", &kString, kWriteZero},          {"versions", &kVersions, kWriteZero},
};
constexpr Field kCrdFields[] = {
    {"apiVersion", &kString, kOmitEmpty},
    {"kind", &kString, kOmitEmpty},
    {"metadata", &kObjectMeta, kWriteZero},
    {"spec", &kCustomResourceDefinitionSpec, kWriteZero},
    {"status", &kCustomResourceDefinitionStatus, kWriteZero},
};

}  // namespace

constexpr Type kCustomResourceDefinitionVersion{Kind::kStruct, nullptr, kVersionFields};
constexpr Type kCustomResourceDefinitionSpec{Kind::kStruct, nullptr, kSpecFields};
constexpr Type kCustomResourceDefinition{Kind::kStruct, nullptr, kCrdFields};

}  // namespace structural::kubernetes::v1

namespace structural::kubernetes::v1beta1 {
namespace {

constexpr Field kColumnFields[] = {
    {"JSONPath", &kString, kWriteZero}, {"description", &kString, kOmitEmpty}, {"format", &kString, kOmitEmpty},
    {"name", &kString, kWriteZero},     {"priority", &kInt32, kOmitEmpty},     {"type", &kString, kWriteZero},
};
constexpr Type kColumn{Kind::kStruct, nullptr, kColumnFields};
constexpr Type kColumns{Kind::kList, &kColumn};

constexpr Field kConversionFields[] = {
    {"conversionReviewVersions", &kStrings, kOmitEmpty},
    {"strategy", &kString, kWriteZero},
    {"webhookClientConfig", &kWebhookClientConfig, kOmitEmpty},
};
constexpr Type kConversionStruct{Kind::kStruct, nullptr, kConversionFields};
constexpr Type kConversion{Kind::kPointer, &kConversionStruct};

constexpr Field kVersionFields[] = {
    {"additionalPrinterColumns", &kColumns, kOmitEmpty},
    {"deprecated", &kBool, kOmitEmpty},
    {"deprecationWarning", &kOptionalString, kOmitEmpty},
    {"name", &kString, kWriteZero},
    {"schema", &kValidation, kOmitEmpty},
    {"selectableFields", &kSelectableFields, kOmitEmpty},
    {"served", &kBool, kWriteZero},
    {"storage", &kBool, kWriteZero},
    {"subresources", &kSubresources, kOmitEmpty},
};
constexpr Type kVersions{Kind::kList, &kCustomResourceDefinitionVersion};

constexpr Field kSpecFields[] = {
    {"additionalPrinterColumns", &kColumns, kOmitEmpty},
    {"conversion", &kConversion, kOmitEmpty},
    {"group", &kString, kWriteZero},
    {"names", &kNames, kWriteZero},
    {"preserveUnknownFields", &kOptionalBool, kOmitEmpty},
    {"scope", &kString, kWriteZero},
    {"selectableFields", &kSelectableFields, kOmitEmpty},
    {"subresources", &kSubresources, kOmitEmpty},
    {"validation", &kValidation, kOmitEmpty},
    {"version", &kString, kOmitEmpty},
    {"versions", &kVersions, kOmitEmpty},
};
constexpr Field kCrdFields[] = {
    {"apiVersion", &kString, kOmitEmpty},
    {"kind", &kString, kOmitEmpty},
    {"metadata", &kObjectMeta, kWriteZero},
    {"spec", &kCustomResourceDefinitionSpec, kWriteZero},
    {"status", &kCustomResourceDefinitionStatus, kWriteZero},
};

}  // namespace

constexpr Type kCustomResourceDefinitionVersion{Kind::kStruct, nullptr, kVersionFields};
constexpr Type kCustomResourceDefinitionSpec{Kind::kStruct, nullptr, kSpecFields};
constexpr Type kCustomResourceDefinition{Kind::kStruct, nullptr, kCrdFields};

}  // namespace structural::kubernetes::v1beta1

namespace structural::kubernetes {

constexpr Type kInternalPrinterColumns{Kind::kList, &v1beta1::kColumn};

}  // namespace structural::kubernetes
