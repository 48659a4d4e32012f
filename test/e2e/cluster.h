// Cluster: a real API server without data, and a client of it. Each test has a cluster of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "kube/client.h"
#include "kube/transport/transport.h"
#include "test/e2e/child_process.h"

namespace structural::e2e {

using nlohmann::json;

inline constexpr const char* kCrds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
inline constexpr const char* kCrdsV1beta1 = "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions";

// Creates a new folder in the system's temporary folder. The caller removes it.
std::filesystem::path TemporaryFolder();

// Reports whether STRUCTURAL_TEST_APISERVER has the path of the server's binary; hack/test sets it.
bool HaveApiServer();

struct ClusterOptions {
  bool built_in_controller = false;
  bool only_v1beta1 = false;  // serve CRDs only in v1beta1, as before Kubernetes 1.16
  std::vector<json> seed;     // CRDs stored before the start, without validation
  std::string tokens = {};    // accepted tokens, a line each: "TOKEN,USER,UID,\"GROUPS\""
  std::string rbac = {};      // YAML of Roles and their bindings; if empty, only admins have rights
};

class Cluster {
 public:
  explicit Cluster(ClusterOptions options = {});
  ~Cluster();

  kube::Client& client() { return *client_; }
  const std::string& kubeconfig() const { return kubeconfig_; }

  // The functions below throw an exception on an error. CRDs are JSON objects with apiVersion v1beta1 or v1. They are
  // returned in v1, or in v1beta1 if only_v1beta1 is set.
  void Create(const json& crd);
  // Reads the object's resourceVersion first. Tries again if a status write in between causes a conflict.
  void Replace(json crd);
  void Delete(const std::string& name);  // waits until the CRD no longer exists
  json Get(const std::string& name);     // returns null if the CRD does not exist
  std::string GetText(const std::string& name);
  json List();

  // Watches this CRD, from its current state on, until `done` returns true for it. Returns the CRD. Throws an error
  // with `what` after a minute.
  json WaitFor(const std::string& name, const std::string& what, const std::function<bool(const json&)>& done);

 private:
  std::string Of(const std::string& name) const { return collection_ + "/" + name; }

  const std::string collection_;  // path of the CRDs
  std::filesystem::path folder_;
  std::string kubeconfig_;
  std::unique_ptr<ChildProcess> server_;
  std::unique_ptr<kube::Transport> transport_;
  std::unique_ptr<kube::Client> client_;
};

// Starts `structural controller` as a process on this cluster. Returns when the controller watches CRDs.
std::unique_ptr<ChildProcess> StartController(const Cluster& cluster, std::vector<std::string> flags = {});
// Starts `structural controller` with any kubeconfig, and returns at once.
std::unique_ptr<ChildProcess> RunController(const std::string& kubeconfig, std::vector<std::string> flags = {});

// Starts another subcommand of structural on this cluster.
std::unique_ptr<ChildProcess> RunCommand(const Cluster& cluster, const std::string& command,
                                         const std::vector<std::string>& flags = {});
// Starts another subcommand of structural with any kubeconfig.
std::unique_ptr<ChildProcess> RunCommand(const std::string& kubeconfig, const std::string& command,
                                         const std::vector<std::string>& flags);

// Returns the NonStructuralSchema entry of status.conditions, or null.
json ConditionOf(const json& crd);

// Returns the message of the NonStructuralSchema condition, or "" without the condition.
std::string MessageOf(const json& crd);

bool IsEstablished(const json& crd);

}  // namespace structural::e2e
