// The parts of a CRD that clients see, except its schemas.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"

namespace structural::compare {

// Returns the differences of spec except schemas: names, scope, conversion, versions, subresources, columns. The order
// of lists is ignored.
std::vector<Change> CompareClients(const LoadedCrd& before, const LoadedCrd& after);

// Appends a refusal for each path of a new scale: the server then refuses replicas that are not 32-bit integers.
void CompareScales(const LoadedVersion& from, const LoadedVersion& to, std::vector<Change>& changes);

}  // namespace structural::compare
