// Keywords that have no structural form, or that a CRD must not have.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Removes them from a schema, not from those below it. True where less is demanded than before.
bool FixUnsupported(json& schema, const std::string& at, Work& work);

}  // namespace structural::fix
