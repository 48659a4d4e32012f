#include "schema/crd/proto_json_types.h"

namespace structural::crd::proto_json {
namespace {

using enum Field::Kind;
using enum Field::Shape;
using enum Field::WrittenIf;

constexpr Field kOwnerReferenceFields[] = {
    {5, "apiVersion", kText, kAlways}, {1, "kind", kText, kAlways}, {3, "name", kText, kAlways},
    {4, "uid", kText, kAlways},        {6, "controller", kBool},    {7, "blockOwnerDeletion", kBool},
};
constexpr Message kOwnerReference{kOwnerReferenceFields};

constexpr Field kManagedFieldsFields[] = {
    {1, "manager", kText, kNonZero},     {2, "operation", kText, kNonZero},
    {3, "apiVersion", kText, kNonZero},  {4, "time", kTime},
    {6, "fieldsType", kText, kNonZero},  {7, "fieldsV1", kRaw},
    {8, "subresource", kText, kNonZero},
};
constexpr Message kManagedFields{kManagedFieldsFields};

constexpr Field kMetadataFields[] = {
    {1, "name", kText, kNonZero},
    {2, "generateName", kText, kNonZero},
    {3, "namespace", kText, kNonZero},
    {4, "selfLink", kText, kNonZero},
    {5, "uid", kText, kNonZero},
    {6, "resourceVersion", kText, kNonZero},
    {7, "generation", kInt64, kNonZero},
    {8, "creationTimestamp", kTime, kNonZero},
    {9, "deletionTimestamp", kTime},
    {10, "deletionGracePeriodSeconds", kInt64},
    {11, "labels", kText, kPresent, kMap},
    {12, "annotations", kText, kPresent, kMap},
    {13, "ownerReferences", kMessage, kPresent, kList, &kOwnerReference},
    {14, "finalizers", kText, kPresent, kList},
    {17, "managedFields", kMessage, kPresent, kList, &kManagedFields},
};
constexpr Message kMetadata{kMetadataFields};

constexpr Field kNamesFields[] = {
    {1, "plural", kText, kAlways}, {2, "singular", kText, kNonZero}, {3, "shortNames", kText, kPresent, kList},
    {4, "kind", kText, kAlways},   {5, "listKind", kText, kNonZero}, {6, "categories", kText, kPresent, kList},
};
constexpr Message kNames{kNamesFields};

constexpr Field kRuleFields[] = {
    {1, "rule", kText, kAlways}, {2, "message", kText, kNonZero},   {3, "messageExpression", kText, kNonZero},
    {4, "reason", kText},        {5, "fieldPath", kText, kNonZero}, {6, "optionalOldSelf", kBool},
};
constexpr Message kRule{kRuleFields};

constexpr Field kExternalDocsFields[] = {{1, "description", kText, kNonZero}, {2, "url", kText, kNonZero}};
constexpr Message kExternalDocs{kExternalDocsFields};

extern const Message kSchema;

constexpr Field kSchemaOrListFields[] = {{1, "", kMessage, kPresent, kOne, &kSchema},
                                         {2, "", kMessage, kPresent, kList, &kSchema}};
constexpr Message kSchemaOrList{kSchemaOrListFields, "null"};

constexpr Field kSchemaOrBoolFields[] = {{1, "", kBool}, {2, "", kMessage, kPresent, kOne, &kSchema}};
constexpr Message kSchemaOrBool{kSchemaOrBoolFields, "false"};

constexpr Field kSchemaOrTextsFields[] = {{1, "", kMessage, kPresent, kOne, &kSchema}, {2, "", kText, kPresent, kList}};
constexpr Message kSchemaOrTexts{kSchemaOrTextsFields, "null"};

constexpr Field kSchemaFields[] = {
    {1, "id", kText, kNonZero},
    {2, "$schema", kText, kNonZero},
    {3, "$ref", kText},
    {4, "description", kText, kNonZero},
    {5, "type", kText, kNonZero},
    {6, "format", kText, kNonZero},
    {7, "title", kText, kNonZero},
    {8, "default", kRaw},
    {9, "maximum", kDouble},
    {10, "exclusiveMaximum", kBool, kNonZero},
    {11, "minimum", kDouble},
    {12, "exclusiveMinimum", kBool, kNonZero},
    {13, "maxLength", kInt64},
    {14, "minLength", kInt64},
    {15, "pattern", kText, kNonZero},
    {16, "maxItems", kInt64},
    {17, "minItems", kInt64},
    {18, "uniqueItems", kBool, kNonZero},
    {19, "multipleOf", kDouble},
    {20, "enum", kRaw, kPresent, kList},
    {21, "maxProperties", kInt64},
    {22, "minProperties", kInt64},
    {23, "required", kText, kPresent, kList},
    {24, "items", kMessage, kPresent, kOne, &kSchemaOrList},
    {25, "allOf", kMessage, kPresent, kList, &kSchema},
    {26, "oneOf", kMessage, kPresent, kList, &kSchema},
    {27, "anyOf", kMessage, kPresent, kList, &kSchema},
    {28, "not", kMessage, kPresent, kOne, &kSchema},
    {29, "properties", kMessage, kPresent, kMap, &kSchema},
    {30, "additionalProperties", kMessage, kPresent, kOne, &kSchemaOrBool},
    {31, "patternProperties", kMessage, kPresent, kMap, &kSchema},
    {32, "dependencies", kMessage, kPresent, kMap, &kSchemaOrTexts},
    {33, "additionalItems", kMessage, kPresent, kOne, &kSchemaOrBool},
    {34, "definitions", kMessage, kPresent, kMap, &kSchema},
    {35, "externalDocs", kMessage, kPresent, kOne, &kExternalDocs},
    {36, "example", kRaw},
    {37, "nullable", kBool, kNonZero},
    {38, "x-kubernetes-preserve-unknown-fields", kBool},
    {39, "x-kubernetes-embedded-resource", kBool, kNonZero},
    {40, "x-kubernetes-int-or-string", kBool, kNonZero},
    {41, "x-kubernetes-list-map-keys", kText, kPresent, kList},
    {42, "x-kubernetes-list-type", kText},
    {43, "x-kubernetes-map-type", kText},
    {44, "x-kubernetes-validations", kMessage, kPresent, kList, &kRule},
};
constexpr Message kSchema{kSchemaFields};

constexpr Field kValidationFields[] = {{1, "openAPIV3Schema", kMessage, kPresent, kOne, &kSchema}};
constexpr Message kValidation{kValidationFields};

constexpr Message kEmpty{};
constexpr Field kScaleFields[] = {{1, "specReplicasPath", kText, kAlways},
                                  {2, "statusReplicasPath", kText, kAlways},
                                  {3, "labelSelectorPath", kText}};
constexpr Message kScale{kScaleFields};
constexpr Field kSubresourcesFields[] = {{1, "status", kMessage, kPresent, kOne, &kEmpty},
                                         {2, "scale", kMessage, kPresent, kOne, &kScale}};
constexpr Message kSubresources{kSubresourcesFields};

constexpr Field kColumnFields[] = {
    {1, "name", kText, kAlways},         {2, "type", kText, kAlways},       {3, "format", kText, kNonZero},
    {4, "description", kText, kNonZero}, {5, "priority", kInt32, kNonZero}, {6, "jsonPath", kText, kAlways},
};
constexpr Message kColumn{kColumnFields};

constexpr Field kSelectableFieldFields[] = {{1, "jsonPath", kText, kAlways}};
constexpr Message kSelectableField{kSelectableFieldFields};

constexpr Field kVersionFields[] = {
    {1, "name", kText, kAlways},
    {2, "served", kBool, kAlways},
    {3, "storage", kBool, kAlways},
    {7, "deprecated", kBool, kNonZero},
    {8, "deprecationWarning", kText},
    {4, "schema", kMessage, kPresent, kOne, &kValidation},
    {5, "subresources", kMessage, kPresent, kOne, &kSubresources},
    {6, "additionalPrinterColumns", kMessage, kPresent, kList, &kColumn},
    {9, "selectableFields", kMessage, kPresent, kList, &kSelectableField},
};
constexpr Message kVersion{kVersionFields};

constexpr Field kServiceFields[] = {
    {1, "namespace", kText, kAlways}, {2, "name", kText, kAlways}, {3, "path", kText}, {4, "port", kInt32}};
constexpr Message kService{kServiceFields};
constexpr Field kClientConfigFields[] = {
    {3, "url", kText}, {1, "service", kMessage, kPresent, kOne, &kService}, {2, "caBundle", kBase64, kNonZero}};
constexpr Message kClientConfig{kClientConfigFields};
constexpr Field kWebhookFields[] = {{2, "clientConfig", kMessage, kPresent, kOne, &kClientConfig},
                                    {3, "conversionReviewVersions", kText, kAlways, kList}};
constexpr Message kWebhook{kWebhookFields};
constexpr Field kConversionFields[] = {{1, "strategy", kText, kAlways},
                                       {2, "webhook", kMessage, kPresent, kOne, &kWebhook}};
constexpr Message kConversion{kConversionFields};

constexpr Field kSpecFields[] = {
    {1, "group", kText, kAlways},
    {3, "names", kMessage, kAlways, kOne, &kNames},
    {4, "scope", kText, kAlways},
    {7, "versions", kMessage, kAlways, kList, &kVersion},
    {9, "conversion", kMessage, kPresent, kOne, &kConversion},
    {10, "preserveUnknownFields", kBool, kNonZero},
};
constexpr Message kSpec{kSpecFields};

constexpr Field kConditionFields[] = {
    {1, "type", kText, kAlways},    {2, "status", kText, kAlways},   {3, "lastTransitionTime", kTime, kAlways},
    {4, "reason", kText, kNonZero}, {5, "message", kText, kNonZero}, {6, "observedGeneration", kInt64, kNonZero},
};
constexpr Message kCondition{kConditionFields};

constexpr Field kStatusFields[] = {
    {1, "conditions", kMessage, kAlways, kList, &kCondition},
    {2, "acceptedNames", kMessage, kAlways, kOne, &kNames},
    {3, "storedVersions", kText, kAlways, kList},
    {4, "observedGeneration", kInt64, kNonZero},
};
constexpr Message kStatus{kStatusFields};

constexpr Field kCrdFields[] = {
    {1, "metadata", kMessage, kAlways, kOne, &kMetadata},
    {2, "spec", kMessage, kAlways, kOne, &kSpec},
    {3, "status", kMessage, kAlways, kOne, &kStatus},
};

}  // namespace

const Message kCrd{kCrdFields};

}  // namespace structural::crd::proto_json
