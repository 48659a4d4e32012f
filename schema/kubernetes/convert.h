// CustomResourceDefinitions between their versions: v1, v1beta1, and the internal form in between.
//
// The internal form has v1beta1's fields: what all versions share stands at the top (`validation`,
// `subresources`, `additionalPrinterColumns`, `selectableFields`), what differs stands in
// `versions`.
//
// `crd` is what Read made of it, in memory of `arena`; nobody else has its parts.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::kubernetes {

// Sets what the API server sets in an object of that version before it looks at it.
void DefaultV1(json::Value& crd, base::Arena& arena);
void DefaultV1beta1(json::Value& crd, base::Arena& arena);

// What is defaulted in v1 becomes the internal form.
void InternalFromV1(json::Value& crd, base::Arena& arena);

// A CRD in v1. What its versions share is in memory once: to be written, not to be changed. The
// internal form stays as it is.
json::Value V1FromInternal(const json::Value& internal, base::Arena& arena);

// The one version of v1beta1's `version`, in the list that stands for it.
json::Value VersionsOf(const json::Value& version, base::Arena& arena);

}  // namespace structural::kubernetes
