// NearestField: suggests a field for an unknown one.
#pragma once

#include <string>
#include <string_view>

#include "schema/crd/model/structural.h"

namespace structural::findings {

// Maximum number of unknown fields of an object that get a suggestion.
inline constexpr int kMaxSuggestions = 100;

// Returns the path of a field with a similar name in the same object; empty if no name is similar.
// `schema` is the schema of the resource, and may be null.
std::string NearestField(const crd::Structural* schema, std::string_view unknown);

}  // namespace structural::findings
