// Integers and strings in one place.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Of a schema with x-kubernetes-int-or-string: takes out of its junctors what the extension says by
// itself, and checks that are for integers or for strings only.
void FixIntOrString(json& schema, const std::string& at, Work& work);

}  // namespace structural::fix
