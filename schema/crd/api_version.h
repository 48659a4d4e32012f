// The versions of the API in which CustomResourceDefinitions are served.
#pragma once

#include <string_view>

namespace structural::crd {

enum class ApiVersion { kV1, kV1beta1 };

// "apiextensions.k8s.io/v1".
std::string_view Name(ApiVersion version);

}  // namespace structural::crd
