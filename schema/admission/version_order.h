// The order of API versions: v2, v1, v1beta2, v1beta1, v1alpha1, and then all others.
#pragma once

#include <string_view>

namespace structural::admission {

// Returns a negative number if `a` is older than `b`, 0 if they are equal, otherwise a positive number.
//
// Upstream: apimachinery pkg/version CompareKubeAwareVersionStrings (v0.37.2).
int CompareVersions(std::string_view a, std::string_view b);

}  // namespace structural::admission
