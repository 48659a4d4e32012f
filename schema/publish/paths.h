// The paths that a server serves a resource on, as it publishes them.
#pragma once

#include <string>

#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

// Appends a JSON object: the operations by path.
//
// Upstream: pkg/controller/openapi/builder generateBuilder, buildRoute (v0.37.2).
void AppendPaths(const Resource& resource, OpenApi format, std::string& to);

}  // namespace structural::publish
