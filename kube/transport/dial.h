// A TCP connection to a named host.
#pragma once

#include <string>

#include "kube/transport/channel.h"
#include "schema/base/result.h"

namespace structural::kube {

// The connected socket, to the first of the host's addresses that answers; the caller closes it.
// kUnavailable: the name has no address, or none of them answers. Errors of WaitLimits: also the
// resolver is not waited for longer than that.
base::Result<int> Dial(const std::string& host, int port, const WaitLimits& limits);

}  // namespace structural::kube
