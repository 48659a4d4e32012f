// The ranges of numbers that checks accept.
#pragma once

#include "schema/compare/conjuncts.h"

namespace structural::compare {

// Limits the ranges of numbers to those that the checks accept.
void CutNumbers(const objects::Checks& checks, Ranges& to);
// Rounds the ends of the range of integers to multiples. Call it last.
void CutToMultiples(const objects::Checks& checks, Ranges& to);

}  // namespace structural::compare
