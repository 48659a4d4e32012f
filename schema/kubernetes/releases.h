// The releases of Kubernetes whose behaviour this program has, as minor versions: 1.N.
#pragma once

namespace structural::kubernetes {

inline constexpr int kOldestMinor = 16;

// The newest release. This program behaves like it unless a user chooses another one.
inline constexpr int kDefaultMinor = 37;

// The newest version. If it is greater than kDefaultMinor, it is a pre-release, which may still change.
inline constexpr int kNewestMinor = 38;

}  // namespace structural::kubernetes
