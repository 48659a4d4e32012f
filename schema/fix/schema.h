// One version's schema, from its root to its last field.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Changes what can be changed of it. `prunes`: fields that no schema outside of junctors names
// would be dropped.
void FixSchema(json& schema, const std::string& at, bool prunes, Work& work);

}  // namespace structural::fix
