// Cluster: a real API server with no data, and a client on it. For one test.
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
inline constexpr const char* kCrdsV1beta1 =
    "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions";

// A new folder among the system's temporary ones; the caller removes it.
std::filesystem::path TemporaryFolder();

// The server binary's path is in STRUCTURAL_TEST_APISERVER; hack/test sets it.
bool HaveApiServer();

struct ClusterOptions {
  bool built_in_controller = false;
  bool only_v1beta1 = false;  // as before Kubernetes 1.16
  std::vector<json> seed;     // CRDs stored before the start, without validation
  std::string tokens = {};    // who may come with a token, a line each: "TOKEN,USER,UID,\"GROUPS\""
  std::string rbac = {};      // YAML of Roles and their bindings; empty: only admins have rights
};

class Cluster {
 public:
  explicit Cluster(ClusterOptions options = {});
  ~Cluster();

  kube::Client& client() { return *client_; }
  const std::string& kubeconfig() const { return kubeconfig_; }

  // All throw on an error. CRDs are JSON objects with apiVersion v1beta1 or v1, and are read as v1,
  // with only_v1beta1 as that.
  void Create(const json& crd);
  // Reads the object's resourceVersion first, and tries again when a status write came between.
  void Replace(json crd);
  void Delete(const std::string& name);  // and waits until it is gone
  json Get(const std::string& name);     // null where it is not there
  std::string GetText(const std::string& name);
  json List();

  // Watches this CRD (from its present state on) until `done` holds; throws after a minute.
  json WaitFor(const std::string& name, const std::string& what,
               const std::function<bool(const json&)>& done);

 private:
  std::string Of(const std::string& name) const { return collection_ + "/" + name; }

  const std::string collection_;  // what is read from
  std::filesystem::path folder_;
  std::string kubeconfig_;
  std::unique_ptr<ChildProcess> server_;
  std::unique_ptr<kube::Transport> transport_;
  std::unique_ptr<kube::Client> client_;
};

// `structural controller` as its own process on this cluster, watching.
std::unique_ptr<ChildProcess> StartController(const Cluster& cluster,
                                              std::vector<std::string> flags = {});
// The same for any kubeconfig, and does not wait for it.
std::unique_ptr<ChildProcess> RunController(const std::string& kubeconfig,
                                            std::vector<std::string> flags = {});

// Another subcommand on this cluster.
std::unique_ptr<ChildProcess> RunCommand(const Cluster& cluster, const std::string& command,
                                         const std::vector<std::string>& flags = {});
// The same for any kubeconfig.
std::unique_ptr<ChildProcess> RunCommand(const std::string& kubeconfig, const std::string& command,
                                         const std::vector<std::string>& flags);

// The NonStructuralSchema entry of status.conditions; null where there is none.
json ConditionOf(const json& crd);

// Its message; empty where there is none.
std::string MessageOf(const json& crd);

bool IsEstablished(const json& crd);

}  // namespace structural::e2e
