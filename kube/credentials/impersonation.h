// The headers that say whom a request acts as.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kube/config/config.h"
#include "schema/base/result.h"

namespace structural::kube {

// Name and value, in the order to send them; a name may come several times. Keys of `extra` are
// escaped as Go does, so that any key can be a header's name. Empty when nobody is impersonated.
// kInvalidInput: a value that no header can carry.
// Upstream: transport/round_trippers.go impersonatingRoundTripper, headerKeyEscape (client-go 0.37)
base::Result<std::vector<std::pair<std::string, std::string>>> ImpersonationHeaders(
    const Impersonation& as);

}  // namespace structural::kube
