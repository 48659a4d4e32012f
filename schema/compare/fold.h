// FoldUnspecified: a summary of a storage version's effects on fields that another version does not specify.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Below each field whose own fields the version does not specify, keeps one loss and one change of null for each
// keyword, and counts the others in Change::more.
void FoldUnspecified(const VersionPair& version, std::vector<Change>& changes);

}  // namespace structural::compare
