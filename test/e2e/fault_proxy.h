// FaultProxy: test/faultproxy as a process, between a client and an API server.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "kube/client.h"
#include "kube/transport/transport.h"
#include "test/e2e/child_process.h"

namespace structural::e2e {

using nlohmann::json;

// Reports whether STRUCTURAL_TEST_FAULTPROXY has the program's path; hack/test sets it.
bool HaveFaultProxy();

// All functions throw an exception on an error. Not thread-safe.
class FaultProxy {
 public:
  // `script` has the format of the files in cases/faults. `arguments` are command-line arguments that name the API
  // server behind the proxy.
  FaultProxy(const json& script, const std::vector<std::string>& arguments);
  ~FaultProxy();

  // Returns the path of a kubeconfig that leads through the proxy.
  std::string kubeconfig() const { return folder_ / "kubeconfig"; }

  // Returns the counts up to now: {connections, requests, by: {"WATCH /path": n}, hits: [n of each rule], refused,
  // strayed}. See internal/script/ledger.go.
  json Totals() { return Get("/totals"); }
  // Waits until the condition is true, and returns the counts. The condition is a query of /wait such as
  // "hits=1&rule=0"; see internal/control.
  json WaitFor(const std::string& condition) { return Get("/wait?" + condition); }

 private:
  json Get(const std::string& path);

  const std::filesystem::path folder_;
  std::unique_ptr<ChildProcess> process_;
  std::unique_ptr<kube::Transport> transport_;
  std::unique_ptr<kube::Client> client_;
};

}  // namespace structural::e2e
