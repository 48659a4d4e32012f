// What an update may leave as it is.
#pragma once

#include "schema/validate/context.h"

namespace structural::validate {

// The result points to the names of versions in `after`.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate
// (v0.37.2).
Options OptionsForUpdate(const crd::Internal& after, const crd::Internal& before,
                         base::Arena& arena);

}  // namespace structural::validate
