// How older releases estimate otherwise: the minors of the first that estimate as the newest does.
#pragma once

namespace structural::cel::cost {

inline constexpr int kKnowsResults = 26;       // how large the results of functions are
inline constexpr int kEstimatesPresence = 28;  // what is before the field in has(a.b)
inline constexpr int kPresenceIsFree = 29;     // has() itself
inline constexpr int kKnowsLoops = 30;         // how long the lists are that macros make
inline constexpr int kQuantities = 30;
inline constexpr int kFixedSizes = 32;         // addresses, quantities and URLs are compared
inline constexpr int kFollowsValues = 33;      // through variables, dyn(), lists and maps
inline constexpr int kPlainMatches = 37;       // matches(a, b)

}  // namespace structural::cel::cost
