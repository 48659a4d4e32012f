// IsBuiltIn: whether an API group belongs to Kubernetes itself. CRDs do not define the kinds of such a group.
#pragma once

#include <string_view>

namespace structural::kubernetes {

// Whether the kinds of this group and version are built into Kubernetes, or are configuration files of its components.
// False for groups of Kubernetes' other projects, such as gateway.networking.k8s.io. `group` is empty for the core
// group, whose only version is v1. Pure.
bool IsBuiltIn(std::string_view group, std::string_view version);

}  // namespace structural::kubernetes
