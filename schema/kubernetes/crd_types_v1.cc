#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

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
