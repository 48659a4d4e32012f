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

// Set the defaults of v1 or v1beta1 in `crd`, as the API server does before a conversion.
void DefaultV1(json::Value& crd, base::Arena& arena);
void DefaultV1beta1(json::Value& crd, base::Arena& arena);

// Converts a CRD in v1 to the internal form. Precondition: DefaultV1 has set its defaults.
void ConvertV1ToInternal(json::Value& crd, base::Arena& arena);

// Returns the CRD in v1, and does not change `internal`. The result must not be changed, because its versions share
// parts in memory.
json::Value ConvertInternalToV1(const json::Value& internal, base::Arena& arena);

// Returns the list `versions` for a CRD in v1beta1 that only has the field `version`. The list has one element, with
// this version.
json::Value VersionsOf(const json::Value& version, base::Arena& arena);

}  // namespace structural::kubernetes
