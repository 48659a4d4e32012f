// DecodeBody: the body of a request for a custom resource.
#pragma once

#include <string_view>

#include "schema/admission/served.h"
#include "schema/admission/strict.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::admission {

// Limit of a server.
inline constexpr std::size_t kMostBodyBytes = std::size_t{3} << 20;

// The object as the server goes on with it: pruned and defaulted. `found`, which only kIgnore does
// without, is set to what strict decoding finds where nothing else is wrong with the text: unknown
// fields, and but for kIgnore repeated keys. With kStrict that is an error. The error is the server's
// text; `where` is set to the path of the field that it is about, if it is about one.
//
// Upstream: apiserver pkg/endpoints/handlers/create.go, rest.go transformDecodeError; apimachinery
// pkg/runtime/serializer/json Serializer.Decode (v0.37.2).
base::Result<json::Value> DecodeBody(std::string_view body, const ServedResource& resource,
                                     const ServedVersion& version, base::Arena& arena,
                                     FieldValidation validation, StrictErrors* found,
                                     kubernetes::PathSteps& where);

}  // namespace structural::admission
