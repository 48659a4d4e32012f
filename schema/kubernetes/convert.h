// Converts CustomResourceDefinitions between v1, v1beta1 and the internal form.
//
// The internal form has the fields of v1beta1: the parts that all versions share are top-level fields (`validation`,
// `subresources`, `additionalPrinterColumns`, `selectableFields`), and parts that differ are in `versions`.
//
// `crd` is a result of Read with `arena`. No other Value may share its members.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::kubernetes {

// Set the defaults that the API server sets in an object of the version, before any conversion.
void DefaultV1(json::Value& crd, base::Arena& arena);
void DefaultV1beta1(json::Value& crd, base::Arena& arena);

// Convert a defaulted CRD to the internal form.
void InternalFromV1(json::Value& crd, base::Arena& arena);

// Returns the CRD in v1. `internal` does not change. The versions share parts in memory, so the result can be written
// but must not be changed.
json::Value V1FromInternal(const json::Value& internal, base::Arena& arena);

// Returns the list `versions` for the field `version` of v1beta1: one element.
json::Value VersionsOf(const json::Value& version, base::Arena& arena);

}  // namespace structural::kubernetes
