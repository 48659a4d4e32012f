// What the storage version does to fields that another version does not specify: one change of each kind.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Below each field whose own fields the version does not specify, keeps one of the losses and one of the nulls for each
// keyword, and counts the others in Change::more.
void FoldUnspecified(const VersionPair& version, std::vector<Change>& changes);

}  // namespace structural::compare
