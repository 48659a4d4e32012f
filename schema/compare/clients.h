// What clients see of a CRD besides its schemas.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// The differences of spec: names, scope, conversion, versions, subresources, columns. The order of
// lists does not count.
std::vector<Change> CompareClients(const LoadedCrd& before, const LoadedCrd& after);

// A scale that is new refuses replicas that are not numbers of 32 bits: that is appended.
void CompareScales(const LoadedVersion& from, const LoadedVersion& to, std::vector<Change>& changes);

}  // namespace structural::compare
