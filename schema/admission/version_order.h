// The order of versions of an API: v2, v1, v1beta2, v1beta1, v1alpha1, and then others.
#pragma once

#include <string_view>

namespace structural::admission {

// Below zero where `a` is older than `b`.
//
// Upstream: apimachinery pkg/version CompareKubeAwareVersionStrings (v0.37.2).
int CompareVersions(std::string_view a, std::string_view b);

}  // namespace structural::admission
