// ExecConfig: the program that gets credentials, as a kubeconfig's users[].user.exec names it.
//
// Plain values. Arguments and environment may hold secrets: never logged.
//
// Upstream: clientcmd/api/types.go ExecConfig (client-go 0.37)
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace structural::kube {

struct ExecConfig {
  // Whether the program may talk to who sits at the terminal.
  enum class Interactive { kNever, kIfAvailable, kAlways };

  std::string command = {};  // a path, or a name that is searched in PATH
  std::vector<std::string> args = {};
  std::vector<std::pair<std::string, std::string>> env = {};  // added to the process's own
  std::string api_version = {};   // client.authentication.k8s.io/v1 or v1beta1
  std::string install_hint = {};  // for people, when the program is not there
  Interactive interactive = Interactive::kNever;
  bool provide_cluster_info = false;
  // The cluster's extension of that name, JSON, handed on with the cluster; empty: none.
  std::string cluster_config = {};
};

}  // namespace structural::kube
