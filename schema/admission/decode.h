// DecodeBody decodes the body of a request for a custom resource.
#pragma once

#include <string_view>

#include "schema/admission/served.h"
#include "schema/admission/strict.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::admission {

// Maximum size of a request body that a server reads, in bytes.
inline constexpr std::size_t kMaxBodyBytes = std::size_t{3} << 20;

// The origin of the text that DecodeBody decodes.
enum class DecodedText { kRequestBody, kPatchResult };

// Returns the object as the server uses it after decoding: pruned and defaulted. If the body has no other error, sets
// `found` to the findings of strict decoding: unknown fields and, except with kIgnore, repeated keys. With kStrict,
// these findings are an error. `found` may be null only with kIgnore. The error has the server's text. If the error is
// about a field, `where` is set to the path of the field.
//
// The result of a patch (kPatchResult) is decoded differently from a request body: its version is not checked, the
// error has only the decoder's text, and findings of strict decoding are never an error.
//
// Upstream: apiserver pkg/endpoints/handlers/create.go, rest.go transformDecodeError; apimachinery
// pkg/runtime/serializer/json Serializer.Decode (v0.37.2).
base::Result<json::Value> DecodeBody(std::string_view body, const ServedResource& resource,
                                     const ServedVersion& version, base::Arena& arena, FieldValidation validation,
                                     StrictErrors* found, kubernetes::PathSteps& where,
                                     DecodedText what = DecodedText::kRequestBody);

}  // namespace structural::admission
