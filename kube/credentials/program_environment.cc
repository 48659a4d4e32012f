#include "kube/credentials/program_environment.h"

#include <unistd.h>

#include "kube/tls/system_authorities.h"

namespace structural::kube {

std::map<std::string, std::string> EnvironmentForPrograms() {
  std::map<std::string, std::string> variables;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string entry = *at;
    const size_t equals = entry.find('=');
    if (equals != std::string::npos) variables[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  for (const auto& [name, value] : DivertedVariables()) {
    variables.erase(name);
    if (!value.empty()) variables[name] = value;
  }
  return variables;
}

}  // namespace structural::kube
