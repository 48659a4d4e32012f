// Converts CustomResourceDefinitions between v1, v1beta1 and the internal form.
//
// The internal form has the fields of v1beta1. Values that all versions share are in top-level fields (`validation`,
// `subresources`, `additionalPrinterColumns`, `selectableFields`), and values that differ are in `versions`.
//
// Precondition of all functions: `crd` is a result of Read with `arena`, and no other Value shares its members.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::kubernetes {

// Each of these functions sets the defaults of one API version, as the API server does before a conversion.
void DefaultV1(json::Value& crd, base::Arena& arena);
void DefaultV1beta1(json::Value& crd, base::Arena& arena);

// Each of these functions converts a CRD with defaults, in one API version, to the internal form.
void InternalFromV1(json::Value& crd, base::Arena& arena);

// Each of these functions returns the CRD in one API version, and does not change `internal`. The result must not be
// changed, because its versions share parts in memory.
json::Value V1FromInternal(const json::Value& internal, base::Arena& arena);

// Returns the list `versions` that corresponds to the field `version` of v1beta1. It has one element.
json::Value VersionsOf(const json::Value& version, base::Arena& arena);

}  // namespace structural::kubernetes
