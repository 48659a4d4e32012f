// The Go types of a CustomResourceDefinition and of its fields.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/types.go, types_jsonschema.go and apimachinery
// apis/meta/v1/types.go ObjectMeta (v0.37.2).
#pragma once

#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

extern const Type kObjectMeta;
extern const Type kJSONSchemaProps;
extern const Type kCustomResourceDefinitionStatus;
extern const Type kCustomResourceDefinitionCondition;

namespace v1 {
extern const Type kCustomResourceDefinition;
extern const Type kCustomResourceDefinitionSpec;
extern const Type kCustomResourceDefinitionVersion;
}  // namespace v1

namespace v1beta1 {
extern const Type kCustomResourceDefinition;
extern const Type kCustomResourceDefinitionSpec;
extern const Type kCustomResourceDefinitionVersion;
}  // namespace v1beta1

// Types that are equal in v1 and v1beta1.

extern const Type kNames;
extern const Type kWebhookClientConfig;  // pointer to a WebhookClientConfig
extern const Type kSelectableFields;     // list of SelectableField
extern const Type kSubresources;
extern const Type kValidation;

// The type of additionalPrinterColumns in v1beta1 and in the internal form. A column has the field `JSONPath`, which is
// `jsonPath` in v1.
extern const Type kInternalPrinterColumns;

}  // namespace structural::kubernetes
