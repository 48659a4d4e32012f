// Differences between the estimates of releases. Each constant is the minor version of the first release that estimates
// its subject like the newest release.
#pragma once

namespace structural::cel::cost {

inline constexpr int kKnowsResults = 26;       // sizes of results of functions
inline constexpr int kEstimatesPresence = 28;  // the operand before the field in has(a.b)
inline constexpr int kPresenceIsFree = 29;     // has() itself
inline constexpr int kKnowsLoops = 30;         // sizes of lists that macros make
inline constexpr int kQuantities = 30;
inline constexpr int kFixedSizes = 32;     // comparisons of addresses, quantities and URLs
inline constexpr int kFollowsValues = 33;  // sizes of values through variables, dyn(), lists and maps
inline constexpr int kPlainMatches = 37;   // matches(a, b)

}  // namespace structural::cel::cost
