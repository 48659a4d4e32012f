// Functions of cel-go's list library that have their own files.
//
// Upstream: cel-go ext/lists.go (v0.29.2), as version 3 of the library.
#pragma once

#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// Maximum cost of a call of functions that take quadratic time. A more expensive call fails before it computes its
// result. Its cost exceeds every limit, so the evaluation then ends as in cel-go.
inline constexpr std::uint64_t kMaxCost = 200'000'000;
inline constexpr std::string_view kTooExpensive = "the call is too expensive";

// Defined in sort.cc.
Value SortList(Arguments arguments, Context& context);
Value SortByKeys(Arguments arguments, Context& context);

}  // namespace structural::cel::library
