// A structural schema as an OpenAPI schema again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "schema/model/structural.h"

namespace structural::model {

// Faithful, but for additionalProperties: false below a junctor, which Structural does not keep.
//
// Upstream: schema/kubeopenapi.go ToKubeOpenAPI and kube-openapi pkg/validation/spec (v0.37.2).
nlohmann::json ToKubeOpenAPI(const Structural& schema);

}  // namespace structural::model
