// The functions of cel-go's library of lists that are in files of their own.
//
// Upstream: cel-go ext/lists.go (v0.29.2), as version 3 of the library.
#pragma once

#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// A call that costs this much is over any budget. It fails before it takes the time; its cost then
// ends the evaluation, as in cel-go.
inline constexpr std::uint64_t kMostCost = 200'000'000;
inline constexpr std::string_view kTooExpensive = "the call is too expensive";

// sort.cc
Value SortList(Arguments arguments, Context& context);
Value SortByKeys(Arguments arguments, Context& context);

}  // namespace structural::cel::library
