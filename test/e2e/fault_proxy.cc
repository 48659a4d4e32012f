#include "test/e2e/fault_proxy.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "kube/transport/process.h"
#include "test/e2e/cluster.h"

namespace structural::e2e {
namespace {

constexpr const char* kAnnouncement = "control at ";

const char* Binary() { return std::getenv("STRUCTURAL_TEST_FAULTPROXY"); }

// Returns the URL of the control endpoint: the rest of the line that announces it.
std::string UrlIn(const std::string& output) {
  const auto begin = output.find(kAnnouncement) + std::string_view(kAnnouncement).size();
  return output.substr(begin, output.find('\n', begin) - begin);
}

}  // namespace

bool HaveFaultProxy() { return Binary() != nullptr; }

FaultProxy::FaultProxy(const json& script, const std::vector<std::string>& arguments) : folder_(TemporaryFolder()) {
  kube::PrepareProcess();
  std::ofstream(folder_ / "script.json") << script.dump();
  std::vector<std::string> argv = {Binary(), "--exit-with-parent", "--folder",
                                   folder_,  "--script",           folder_ / "script.json"};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  process_ = std::make_unique<ChildProcess>(argv);
  if (!process_->WaitForLine(kAnnouncement))
    throw std::runtime_error("the fault proxy did not start:\n" + process_->Output());
  kube::ClientConfig config;
  config.server = UrlIn(process_->Output());
  auto transport = kube::NewCppRestTransport(config, "structural-e2e");
  if (!transport.ok()) throw std::runtime_error(transport.error().message());
  transport_ = *std::move(transport);
  client_ =
      std::make_unique<kube::Client>(*transport_, kube::ClientOptions{.request_timeout = std::chrono::seconds(90)});
}

FaultProxy::~FaultProxy() {
  client_.reset();
  transport_.reset();
  process_.reset();
  std::filesystem::remove_all(folder_);
}

json FaultProxy::Get(const std::string& path) {
  const auto text = client_->Get(path, {});
  if (!text.ok()) throw std::runtime_error(text.error().message());
  return json::parse(*text);
}

}  // namespace structural::e2e
