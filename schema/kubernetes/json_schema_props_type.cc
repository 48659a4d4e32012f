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

}  // namespace structural::kubernetes
