// The body of a request for a custom resource.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/admission/served.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::admission {

// A server's limit.
inline constexpr std::size_t kMostBodyBytes = std::size_t{3} << 20;

// The object as the server goes on with it: pruned and defaulted. `unknown`, if given, is set to the
// fields that are dropped (Coerce). The error is the server's text.
//
// Upstream: apiserver pkg/endpoints/handlers/create.go, rest.go transformDecodeError; apimachinery
// pkg/runtime/serializer/json Serializer.Decode (v0.37.2), with fieldValidation=Ignore.
base::Result<json::Value> DecodeBody(std::string_view body, const ServedResource& resource,
                                     const ServedVersion& version, base::Arena& arena,
                                     std::vector<std::string>* unknown = nullptr);

}  // namespace structural::admission
