// Discovery: what the server serves.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client.h"
#include "schema/base/result.h"

namespace structural::kube {

// The versions of an API group ("v1", "v1beta1"), in the server's order.
// kNotFound: it does not serve the group. kInvalidInput: the answer is no APIGroup.
base::Result<std::vector<std::string>> ServedVersions(Client& client, std::string_view group,
                                                      std::stop_token stop);

}  // namespace structural::kube
