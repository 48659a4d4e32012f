// Compares numbers of different types: int, uint and double.
//
// Upstream: cel-go common/types/compare.go (v0.29.2).
#pragma once

#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

inline bool IsNumber(const Value& value) {
  return value.is(Kind::kInt) || value.is(Kind::kUint) || value.is(Kind::kDouble);
}

// Returns -1, 0 or 1. Precondition: both are numbers, and neither is NaN.
int CompareNumbers(const Value& a, const Value& b);

}  // namespace structural::cel::eval
