// The type of a schema that has none.
#pragma once

#include <string>

#include "schema/fix/evidence.h"
#include "schema/fix/work.h"

namespace structural::fix {

// Gives a schema without one its type: what its junctors and enumeration leave, what `about` says
// of it, or what its other keywords are for; x-kubernetes-int-or-string for integers and strings;
// or x-kubernetes-preserve-unknown-fields where any value is meant. `root`: it is that of a
// version.
void DecideType(json& schema, const std::string& at, bool root, const EvidenceList& about,
                Work& work);

}  // namespace structural::fix
