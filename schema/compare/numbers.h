// The numbers that checks take.
#pragma once

#include "schema/compare/conjuncts.h"

namespace structural::compare {

// Leaves the ranges of numbers that the checks take, too.
void CutNumbers(const objects::Checks& checks, Ranges& to);
// Rounds the ends of the range of integers to multiples, once it is known.
void CutToMultiples(const objects::Checks& checks, Ranges& to);

}  // namespace structural::compare
