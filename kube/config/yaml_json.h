// A YAML value as JSON text.
#pragma once

#include <string>

#include <yaml-cpp/node/node.h>

#include "schema/base/result.h"

namespace structural::kube {

// Plain scalars are null, booleans and numbers where YAML 1.2's core schema takes them for such and
// JSON has them; all else is text. Keys keep their order.
// kLimitExceeded: nested deeper than 100 levels (an alias may hold itself), more than 1 MiB.
base::Result<std::string> JsonOf(const YAML::Node& node);

}  // namespace structural::kube
