// The releases of Kubernetes whose behaviour this program can reproduce, as minor versions: N of 1.N.
#pragma once

namespace structural::kubernetes {

inline constexpr int kOldestMinor = 16;

// The newest final release. The program behaves like this release unless the user chooses another one.
inline constexpr int kDefaultMinor = 37;

// The newest release or pre-release. A pre-release is greater than kDefaultMinor, and may still change.
inline constexpr int kNewestMinor = 38;

}  // namespace structural::kubernetes
