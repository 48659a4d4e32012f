// The schema of a version as it is written in a CRD.
#pragma once

#include <string_view>

#include "schema/json/value.h"

namespace structural::cli {

// The version's own, or that of all versions; null where there is neither. `spec` is that of the
// CRD, of either apiVersion, or nullptr.
json::Value WrittenSchema(const json::Value* spec, std::string_view version);

}  // namespace structural::cli
