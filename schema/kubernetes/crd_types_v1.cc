#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes::v1 {
namespace {

constexpr Field kColumnFields[] = {
    {"description", &kString, kOmitEmpty}, {"format", &kString, kOmitEmpty},
    {"jsonPath", &kString, kAlways},       {"name", &kString, kAlways},
    {"priority", &kInt32, kOmitEmpty},     {"type", &kString, kAlways},
};
constexpr Type kColumn{Kind::kStruct, nullptr, kColumnFields};
constexpr Type kColumns{Kind::kList, &kColumn};

constexpr Field kWebhookFields[] = {
    {"clientConfig", &kWebhookClientConfig, kOmitEmpty},
    {"conversionReviewVersions", &kStrings, kAlways},
};
constexpr Type kWebhookStruct{Kind::kStruct, nullptr, kWebhookFields};
constexpr Type kWebhook{Kind::kPointer, &kWebhookStruct};
constexpr Field kConversionFields[] = {
    {"strategy", &kString, kAlways},
    {"webhook", &kWebhook, kOmitEmpty},
};
constexpr Type kConversionStruct{Kind::kStruct, nullptr, kConversionFields};
constexpr Type kConversion{Kind::kPointer, &kConversionStruct};

constexpr Field kVersionFields[] = {
    {"additionalPrinterColumns", &kColumns, kOmitEmpty},
    {"deprecated", &kBool, kOmitEmpty},
    {"deprecationWarning", &kOptionalString, kOmitEmpty},
    {"name", &kString, kAlways},
    {"schema", &kValidation, kOmitEmpty},
    {"selectableFields", &kSelectableFields, kOmitEmpty},
    {"served", &kBool, kAlways},
    {"storage", &kBool, kAlways},
    {"subresources", &kSubresources, kOmitEmpty},
};
constexpr Type kVersions{Kind::kList, &kCustomResourceDefinitionVersion};

constexpr Field kSpecFields[] = {
    {"conversion", &kConversion, kOmitEmpty},
    {"group", &kString, kAlways},
    {"names", &kNames, kAlways},
    {"preserveUnknownFields", &kBool, kOmitEmpty},
    {"scope", &kString, kAlways},
    {"versions", &kVersions, kAlways},
};
constexpr Field kCrdFields[] = {
    {"apiVersion", &kString, kOmitEmpty},
    {"kind", &kString, kOmitEmpty},
    {"metadata", &kObjectMeta, kAlways},
    {"spec", &kCustomResourceDefinitionSpec, kAlways},
    {"status", &kCustomResourceDefinitionStatus, kAlways},
};

}  // namespace

constexpr Type kCustomResourceDefinitionVersion{Kind::kStruct, nullptr, kVersionFields};
constexpr Type kCustomResourceDefinitionSpec{Kind::kStruct, nullptr, kSpecFields};
constexpr Type kCustomResourceDefinition{Kind::kStruct, nullptr, kCrdFields};

}  // namespace structural::kubernetes::v1
