// The paths that a server serves a resource on, as it publishes them.
#pragma once

#include <string>
#include <vector>

#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

struct PathItem {
  std::string path;
  std::string operations;  // JSON text
};

// Upstream: pkg/controller/openapi/builder generateBuilder, buildRoute (v0.37.2).
std::vector<PathItem> PathsOf(const Resource& resource, OpenApi format);

}  // namespace structural::publish
