// The options of a server's validation, and the violations that an update may keep.
#pragma once

#include "schema/validate/context.h"

namespace structural::validate {

// Returns the options for the validation of a new CRD.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition (v0.37.2).
Options OptionsForCreate(const crd::Internal& crd, Release release);

// Returns the options for the validation of an update. The result points to names of versions in `after`.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate
// (v0.37.2).
Options OptionsForUpdate(const crd::Internal& after, const crd::Internal& before, Release release, base::Arena& arena);

}  // namespace structural::validate
