// All definitions that a document on one resource has.
#pragma once

#include <string>

#include "schema/base/arena.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish {

enum class Scope {
  kOwn,    // the kind and its list, unless their names begin as those of Kubernetes do
  kWhole,  // those of Kubernetes' types that are referred to, too
};

// Appends a JSON object: the schemas by name. `arena` is working memory.
void AppendDefinitions(const Resource& resource, OpenApi format, Scope scope, base::Arena& arena,
                       std::string& to);

}  // namespace structural::publish
