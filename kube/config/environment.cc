#include "kube/config/environment.h"

#include <cstdlib>

namespace structural::kube {

Environment Environment::OfProcess() {
  Environment environment;
  environment.variable = [](const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
  return environment;
}

}  // namespace structural::kube
