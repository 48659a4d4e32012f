// Patterns that Go's regular expressions do not have.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Writes a pattern that does not compile as Go writes it, where there is an equivalent; removes it
// otherwise. True where less is demanded than before: with such a pattern no string passes.
bool FixPattern(json& schema, const std::string& at, Work& work);

}  // namespace structural::fix
