// CustomResourceDefinitions between their versions: v1, v1beta1, and the internal form in between.
//
// The internal form has v1beta1's fields: what all versions share stands at the top (`validation`,
// `subresources`, `additionalPrinterColumns`, `selectableFields`), what differs stands in
// `versions`.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
#pragma once

#include <nlohmann/json.hpp>

namespace structural::api {

// Sets what the API server sets in an object of that version before it looks at it. `crd` is what
// Read made of it.
void DefaultV1(nlohmann::json& crd);
void DefaultV1beta1(nlohmann::json& crd);

nlohmann::json InternalFromV1(nlohmann::json crd);

// A CRD in v1 in two parts. Thousands of versions may share one schema: who writes them one by one
// holds it once.
struct V1Parts {
  nlohmann::json crd;     // its versions without what they share
  nlohmann::json shared;  // an object with it
};
V1Parts V1FromInternal(nlohmann::json crd);
// One of the versions, as v1 has it.
nlohmann::json V1Version(nlohmann::json version, const nlohmann::json& shared);

}  // namespace structural::api
