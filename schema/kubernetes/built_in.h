// Which API groups are Kubernetes' own: no CRD defines their kinds.
#pragma once

#include <string_view>

namespace structural::kubernetes {

// Whether kinds of this group and version are built into Kubernetes, or are the configuration of one of
// its components. Groups of Kubernetes' projects outside of it, such as gateway.networking.k8s.io, are not
// among them. `group` is empty for the core group, whose only version is v1. Pure.
bool IsBuiltIn(std::string_view group, std::string_view version);

}  // namespace structural::kubernetes
