// The environment of a program that this one starts.
#pragma once

#include <map>
#include <string>

namespace structural::kube {

// The process's own, without what it changed for itself (kube/tls/system_authorities.h).
std::map<std::string, std::string> EnvironmentForPrograms();

}  // namespace structural::kube
