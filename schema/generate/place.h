// Where in a schema something is, and what is said of it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/kubernetes/path.h"

namespace structural::generate {

// What the generated code lacks.
struct Diagnostic {
  std::string path;  // as violations have it: spec.versions[0].schema.openAPIV3Schema…
  std::string text;
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace structural::generate
