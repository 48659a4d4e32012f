#include "test/e2e/cluster.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <unistd.h>

#include "kube/config/kubeconfig.h"
#include "kube/transport/process.h"
#include "kube/wait.h"

namespace structural::e2e {
namespace {

template <typename T>
T Must(base::Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message());
  return *std::move(result);
}

const char* ApiServerBinary() { return std::getenv("STRUCTURAL_TEST_APISERVER"); }

std::vector<std::string> Arguments(const ClusterOptions& options, const std::filesystem::path& folder) {
  std::vector<std::string> argv = {ApiServerBinary(), "--exit-with-parent", "--data-dir",
                                   folder / "data",   "--kubeconfig",       folder / "kubeconfig"};
  if (!options.built_in_controller) argv.emplace_back("--in-tree-nonstructural=false");
  if (options.only_v1beta1) argv.emplace_back("--only-v1beta1");
  if (!options.seed.empty()) {
    std::ofstream file(folder / "seed.ndjson");
    for (const json& crd : options.seed) file << crd.dump() << "\n";
    argv.insert(argv.end(), {"--seed", folder / "seed.ndjson"});
  }
  if (!options.tokens.empty()) {
    std::ofstream(folder / "tokens.csv") << options.tokens;
    argv.insert(argv.end(), {"--token-auth-file", folder / "tokens.csv"});
  }
  if (!options.rbac.empty()) {
    std::ofstream(folder / "rbac.yaml") << options.rbac;
    argv.insert(argv.end(), {"--rbac-file", folder / "rbac.yaml"});
  }
  return argv;
}

std::string CollectionFor(const json& crd) {
  return "/apis/" + crd.at("apiVersion").get<std::string>() + "/customresourcedefinitions";
}

std::string Program() {
  const std::string binary = std::getenv("STRUCTURAL_BINARY");
  if (access(binary.c_str(), X_OK) != 0) throw std::runtime_error("no program at " + binary);
  return binary;
}

}  // namespace

std::filesystem::path TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "structural-e2e-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp " + pattern);
  return pattern;
}

bool HaveApiServer() { return ApiServerBinary() != nullptr; }

Cluster::Cluster(ClusterOptions options)
    : collection_(options.only_v1beta1 ? kCrdsV1beta1 : kCrds),
      folder_(TemporaryFolder()),
      kubeconfig_(folder_ / "kubeconfig") {
  kube::PrepareProcess();
  server_ = std::make_unique<ChildProcess>(Arguments(options, folder_));
  if (!server_->WaitForLine("ready at ", std::chrono::seconds(60))) {
    throw std::runtime_error("the API server did not start:\n" + server_->Output());
  }
  transport_ = Must(kube::NewCppRestTransport(Must(kube::LoadKubeconfigs({kubeconfig_})), "structural-e2e"));
  client_ = std::make_unique<kube::Client>(*transport_);
}

Cluster::~Cluster() {
  client_.reset();
  transport_.reset();
  server_.reset();
  std::filesystem::remove_all(folder_);
}

void Cluster::Create(const json& crd) { Must(client_->Create(CollectionFor(crd), crd.dump(), {})); }

void Cluster::Replace(json crd) {
  const std::string name = crd.at("metadata").at("name");
  while (true) {
    crd["metadata"]["resourceVersion"] = Get(name).at("metadata").at("resourceVersion");
    const auto replaced = client_->Replace(CollectionFor(crd) + "/" + name, crd.dump(), {});
    if (replaced.ok()) return;
    if (replaced.error().code() != base::ErrorCode::kConflict) Must(replaced);
  }
}

void Cluster::Delete(const std::string& name) {
  Must(client_->Delete(Of(name), {}));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!Get(name).is_null()) {
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("not deleted within 30 s: " + name);
    kube::SleepFor(std::chrono::milliseconds(10), {});
  }
}

json Cluster::Get(const std::string& name) {
  const auto text = client_->Get(Of(name), {});
  if (!text.ok() && text.error().code() == base::ErrorCode::kNotFound) return nullptr;
  return json::parse(Must(text));
}

std::string Cluster::GetText(const std::string& name) { return Must(client_->Get(Of(name), {})); }

json Cluster::List() { return json::parse(Must(client_->Get(collection_, {}))).at("items"); }

json Cluster::WaitFor(const std::string& name, const std::string& what, const std::function<bool(const json&)>& done) {
  const std::string path = collection_ + "?fieldSelector=metadata.name%3D" + name;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  json last;
  // A busy server ends a watch early, so the watch is repeated. A watch without a resourceVersion begins with the
  // current state, so it loses no change.
  while (std::chrono::steady_clock::now() < deadline) {
    Must(client_->Watch(path,
                        {.resource_version = "", .timeout_seconds = 60, .allow_bookmarks = false, .idle_timeout = {}},
                        [&](const kube::WatchEvent& event) {
                          last = json::parse(event.object);
                          return !done(last);
                        },
                        {}));
    if (!last.is_null() && done(last)) return last;
  }
  throw std::runtime_error("not within a minute: " + what + ", but " + last.dump());
}

std::unique_ptr<ChildProcess> RunCommand(const Cluster& cluster, const std::string& command,
                                         const std::vector<std::string>& flags) {
  return RunCommand(cluster.kubeconfig(), command, flags);
}

std::unique_ptr<ChildProcess> RunCommand(const std::string& kubeconfig, const std::string& command,
                                         const std::vector<std::string>& flags) {
  std::vector<std::string> argv = {Program(), command, "--kubeconfig", kubeconfig};
  argv.insert(argv.end(), flags.begin(), flags.end());
  return std::make_unique<ChildProcess>(argv);
}

std::unique_ptr<ChildProcess> RunController(const std::string& kubeconfig, std::vector<std::string> flags) {
  std::vector<std::string> argv = {Program(), "controller", "--kubeconfig", kubeconfig};
  for (const char* listener : {"--metrics-bind-address", "--health-probe-bind-address"}) {
    if (std::ranges::find(flags, listener) != flags.end()) continue;
    argv.insert(argv.end(), {listener, "0"});  // port 0: a free port, since tests run at the same time
  }
  argv.insert(argv.end(), flags.begin(), flags.end());
  return std::make_unique<ChildProcess>(argv);
}

std::unique_ptr<ChildProcess> StartController(const Cluster& cluster, std::vector<std::string> flags) {
  auto controller = RunController(cluster.kubeconfig(), std::move(flags));
  if (!controller->WaitForLine("watching "))
    throw std::runtime_error("the controller did not start:\n" + controller->Output());
  return controller;
}

json ConditionOf(const json& crd) {
  for (const json& condition : crd.value("/status/conditions"_json_pointer, json::array())) {
    if (condition.at("type") == "NonStructuralSchema") return condition;
  }
  return nullptr;
}

std::string MessageOf(const json& crd) {
  const json condition = ConditionOf(crd);
  return condition.is_null() ? "" : condition.value("message", "");
}

bool IsEstablished(const json& crd) {
  for (const json& condition : crd.value("/status/conditions"_json_pointer, json::array())) {
    if (condition.at("type") == "Established") return condition.at("status") == "True";
  }
  return false;
}

}  // namespace structural::e2e
