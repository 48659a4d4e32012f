// Computes the options of a validation: an update is not checked for requirements that the stored CRD already violates.
#pragma once

#include "schema/validate/context.h"

namespace structural::validate {

// Returns the options for the validation of a new CRD.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition (v0.37.2).
Options OptionsForCreate(const crd::InternalCrd& crd, Release release);

// Returns the options for the validation of an update from `before` to `after`. The result points into `after` and
// `before`.
//
// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate
// (v0.37.2).
Options OptionsForUpdate(const crd::InternalCrd& after, const crd::InternalCrd& before, Release release,
                         base::Arena& arena);

}  // namespace structural::validate
