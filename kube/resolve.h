// Which ClientConfig a command uses.
#pragma once

#include <string>

#include "kube/config.h"
#include "kube/environment.h"
#include "schema/base/result.h"

namespace structural::kube {

// Command line flags; empty: not given.
struct ConfigFlags {
  std::string kubeconfig = {};
  std::string context = {};
};

// --kubeconfig, else the files of $KUBECONFIG, else in-cluster, else ~/.kube/config. A named
// context skips in-cluster, which has none. The first that is there counts: a mistake in it is an
// error, no reason to look further. Nothing there: kNotFound, with what was tried.
// Upstream: client/config/config.go (controller-runtime 0.24)
base::Result<ClientConfig> ResolveConfig(const ConfigFlags& flags,
                                         const Environment& environment = Environment::OfProcess());

}  // namespace structural::kube
