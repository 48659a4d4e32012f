// Environment: what this process was given by its surroundings, as a value, so that tests need not
// change the real one.
#pragma once

#include <functional>
#include <string>

namespace structural::kube {

struct Environment {
  // An environment variable's value, empty when it is not set.
  std::function<std::string(const std::string& name)> variable;
  // Where a Pod finds its token and the cluster's CA.
  std::string service_account_folder = "/var/run/secrets/kubernetes.io/serviceaccount";

  // The process's own. Reads variables when asked.
  static Environment OfProcess();
};

}  // namespace structural::kube
