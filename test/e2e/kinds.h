// Kinds that the tests' API server does not have built in, as custom resources.
#pragma once

#include <string>

#include "test/e2e/cluster.h"

namespace structural::e2e {

// Version v1, namespaced, any content. Waits until it is served.
void ServeKind(Cluster& cluster, const std::string& group, const std::string& plural,
               const std::string& kind);

}  // namespace structural::e2e
