// The Source of YAML.
#pragma once

#include "document/edit/source.h"

namespace structural::document {

// Precondition: ReadYaml reads `source.text`.
bool ReadYamlSource(Source& source);

}  // namespace structural::document
