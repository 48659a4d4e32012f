// CustomResourceDefinitions between their versions: v1, v1beta1, and the internal form in between.
//
// The internal form has v1beta1's fields: what all versions share stands at the top (`validation`,
// `subresources`, `additionalPrinterColumns`, `selectableFields`), what differs stands in
// `versions`.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace structural::api {

// Sets what the API server sets in an object of that version before it looks at it. `crd` is what
// Read made of it.
void DefaultV1(nlohmann::json& crd);
void DefaultV1beta1(nlohmann::json& crd);

nlohmann::json InternalFromV1(nlohmann::json crd);
nlohmann::json V1FromInternal(nlohmann::json crd);

}  // namespace structural::api
