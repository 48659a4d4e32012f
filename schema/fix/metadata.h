// apiVersion, kind and metadata of a resource, and what an embedded one needs.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// `root`: the schema is the root of a version. Changes nothing where it is no resource.
void FixResource(json& schema, const std::string& at, bool root, Work& work);

}  // namespace structural::fix
