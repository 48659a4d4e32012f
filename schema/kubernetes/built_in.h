// Distinguishes the API groups of Kubernetes from those that CRDs can define.
#pragma once

#include <string_view>

namespace structural::kubernetes {

// Whether kinds of this group and version are built into Kubernetes, or are configuration files of its components.
// Groups of Kubernetes' projects outside of the core, such as gateway.networking.k8s.io, are not included. `group` is
// empty for the core group, whose only version is v1. A pure function.
bool IsBuiltIn(std::string_view group, std::string_view version);

}  // namespace structural::kubernetes
