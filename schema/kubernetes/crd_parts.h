// Parts of a CustomResourceDefinition that are the same in v1 and v1beta1.
#pragma once

#include "schema/kubernetes/crd_types.h"

namespace structural::kubernetes {

extern const Type kNames;
extern const Type kWebhookClientConfig;  // this and the next are pointers or lists
extern const Type kSelectableFields;
extern const Type kSubresources;
extern const Type kValidation;

// The columns as v1beta1 and the internal form have them: JSONPath, not jsonPath.
extern const Type kInternalColumns;

}  // namespace structural::kubernetes
