// The parts of a CRD that clients see, except its schemas.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Returns the differences in spec except schemas: names, scope, conversion, versions, subresources, columns. The order
// of lists is ignored.
std::vector<Change> CompareClients(const LoadedCrd& before, const LoadedCrd& after);

// Appends a Change for each new path of the subresource scale. A server refuses objects whose replicas at such a path
// are not a 32-bit integer, or whose label selector is not a string.
void CompareScales(const LoadedVersion& from, const LoadedVersion& to, std::vector<Change>& changes);

}  // namespace structural::compare
