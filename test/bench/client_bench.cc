// client_bench does the same with this project's client as clientgo-bench (test/bench/clientgo) with client-go;
// hack/bench/all compares the two:
//
//   client_bench first KUBECONFIG          sends one request, and ends
//   client_bench connections KUBECONFIG N  begins N watches, each on a new connection; prints the CPU
//                                          time of one in ms
//   client_bench watches KUBECONFIG N      holds N idle watches; prints the memory with one, and
//                                          with all, in KiB
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <malloc.h>
#include <sys/resource.h>

#include "kube/client.h"
#include "kube/config/kubeconfig.h"
#include "kube/transport/process.h"
#include "kube/transport/transport.h"
#include "kube/wait.h"

namespace structural::bench {
namespace {

constexpr const char* kCrds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr std::chrono::milliseconds kSettling{500};

[[noreturn]] void Fail(const base::Error& error) {
  std::fprintf(stderr, "client_bench: %s\n", error.message().c_str());
  std::exit(1);
}

template <typename T>
T Must(base::Result<T> result) {
  if (!result.ok()) Fail(result.error());
  return *std::move(result);
}

std::unique_ptr<kube::Transport> Connect(const kube::ClientConfig& config) {
  return Must(kube::NewCppRestTransport(config, "client_bench"));
}

void Get(kube::Transport& transport) { Must(kube::Client(transport).Get(std::string(kCrds) + "?limit=1", {})); }

double CpuMilliseconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto of = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
  };
  return of(usage.ru_utime) + of(usage.ru_stime);
}

// Waits until the process is idle. Returns its resident memory in KiB.
long Memory() {
  kube::SleepFor(kSettling, {});
  ::malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::strtol(line.c_str() + 6, nullptr, 10);
  }
  return 0;
}

// Prints the CPU time of one new connection. Each watch is cancelled, which closes its connection, so the next watch
// needs a new one.
void Connections(const kube::ClientConfig& config, int n) {
  const auto transport = Connect(config);
  kube::Client client(*transport);
  const kube::WatchOptions given_up{.idle_timeout = std::chrono::milliseconds(1)};
  const auto on_event = [](const kube::WatchEvent&) { return false; };
  const double before = CpuMilliseconds();
  for (int i = 0; i < n; ++i) {
    const base::Status end = client.Watch(kCrds, given_up, on_event, {});
    if (!end.ok() && end.error().code() != base::ErrorCode::kTimeout) Fail(end.error());
  }
  std::printf("%.3f\n", (CpuMilliseconds() - before) / n);
}

void Watches(const kube::ClientConfig& config, int n) {
  const auto transport = Connect(config);
  kube::Client client(*transport);
  const auto on_event = [](const kube::WatchEvent&) { return true; };
  std::vector<std::jthread> threads;
  long one = 0;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back(
        [&](std::stop_token stop) { (void)client.Watch(kCrds, {.timeout_seconds = 300}, on_event, stop).ok(); });
    if (i == 0) one = Memory();
  }
  std::printf("%ld %ld\n", one, Memory());
  for (std::jthread& thread : threads) thread.request_stop();
}

int Main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (argc < 3) Fail({base::ErrorCode::kInvalidInput, "first|connections|watches KUBECONFIG [N]"});
  kube::PrepareProcess();
  const kube::ClientConfig config = Must(kube::LoadKubeconfigs({argv[2]}));
  const int n = argc > 3 ? std::atoi(argv[3]) : 1;
  if (mode == "connections") {
    Connections(config, n);
  } else if (mode == "watches") {
    Watches(config, n);
  } else {
    Get(*Connect(config));
  }
  return 0;
}

}  // namespace
}  // namespace structural::bench

int main(int argc, char** argv) { structural::kube::EndProcess(structural::bench::Main(argc, argv)); }
