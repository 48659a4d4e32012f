// Serves kinds that the tests' API server does not have built in, such as Lease, as custom resources.
#pragma once

#include <string>

#include "test/e2e/cluster.h"

namespace structural::e2e {

// Serves a kind as a custom resource: version v1, namespaced, with any content. Returns when the server serves it.
void ServeKind(Cluster& cluster, const std::string& group, const std::string& plural, const std::string& kind);

}  // namespace structural::e2e
