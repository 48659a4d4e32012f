#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

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

constexpr Type kInternalColumns{Kind::kList, &v1beta1::kColumn};

}  // namespace structural::kubernetes
