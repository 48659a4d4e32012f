// NearestField: the field that was meant by one that a schema does not have.
#pragma once

#include <string>
#include <string_view>

#include "schema/model/structural.h"

namespace structural::findings {

// The path of the field that was meant by an unknown one, beside it; empty: none is near. `schema`
// is that of the resource and may be null.
std::string NearestField(const model::Structural* schema, std::string_view unknown);

}  // namespace structural::findings
