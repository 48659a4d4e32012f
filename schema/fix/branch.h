// One branch of a junctor: its own keywords, not those of its fields.
#pragma once

#include <string>

#include "schema/fix/work.h"

namespace structural::fix {

// Removes what a branch must not say: type, nullable, descriptions, defaults, additionalProperties
// and most extensions. `outer` is the schema for the same value outside of all junctors, null where
// there is none. `sees_null`: it is asked about null, which the branch itself is not, but what it
// says of a field is. True where less is demanded than before.
bool FixBranch(json& branch, const json* outer, bool sees_null, const std::string& at, Work& work);

// Removes metadata from the properties of a branch.
bool DropMetadata(json& properties, const std::string& at, Work& work);

}  // namespace structural::fix
