
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include <gtest/gtest.h>

#include "controller/run.h"
#include "kube/transport/process.h"
#include "test/support/certificates.h"
#include "test/support/log.h"
#include "test/support/manual_clock.h"

namespace structural::controller {
namespace listeners_test {

// An API server that answers with status 500 after `answer` is set.
class SlowServer : public kube::Transport {
 public:
  base::Result<kube::Response> Do(const kube::Request&, std::stop_token) override {
    asked.set_value();
    answer.get_future().wait();
    return kube::Response{.status = 500};
  }
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes&,
                                     std::stop_token stop) override {
    return Do(request, stop);
  }
  base::Status Stream(const kube::Request&, std::chrono::milliseconds, const OnLine&, std::stop_token) override {
    return base::Ok();
  }
  std::promise<void> asked, answer;
};

class ListenersTest : public testing::Test {
 protected:
  ListenersTest() {
    kube::PrepareProcess();
    std::string folder = (std::filesystem::temp_directory_path() / "listeners-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    const kube::PemPair pair = authority_.Issue({.names = {"IP:127.0.0.1"}});
    std::ofstream(folder_ + "/tls.crt") << pair.certificate;
    std::ofstream(folder_ + "/tls.key") << pair.key;
  }
  ~ListenersTest() override { std::filesystem::remove_all(folder_); }

  static Checks AllIsWell() {
    return {.synced = [] { return true; },
            .watch_dead_for = [] { return std::chrono::seconds(0); },
            .lease_is_sound = [] { return true; }};
  }
  // Returns the address of a listener from the log.
  std::string AddressOf(const std::string& what) const {
    const std::string before = what + " on ";
    const auto begin = log_.text.find(before) + before.size();
    return log_.text.substr(begin, log_.text.find('\n', begin) - begin);
  }
  // Returns the status of the answer, or 0.
  int Ask(const std::string& server, const std::string& path) const {
    kube::ClientConfig config;
    config.server = server;
    config.tls.ca_pem = authority_.certificate();
    config.token = "t";
    const auto transport = kube::NewCppRestTransport(config, "test");
    const auto response = (*transport)->Do({.path = path}, {});
    return response.ok() ? response->status : 0;
  }

  const kube::TestAuthority authority_;
  std::string folder_;
  test::Log log_;
  SlowServer server_;
  test::ManualClock clock_;
  Metrics metrics_{"test"};
  MetricsAccess access_{server_, clock_};
};

TEST_F(ListenersTest, ProbesAreAnsweredDuringAnAccessReview) {
  const auto listeners = Listeners::Open({.metrics_address = "127.0.0.1:0",
                                          .metrics_certificate = folder_ + "/tls.crt",
                                          .metrics_key = folder_ + "/tls.key",
                                          .probe_address = "127.0.0.1:0"},
                                         metrics_, access_, AllIsWell());
  ASSERT_TRUE(listeners.ok()) << listeners.error().message();
  const std::string metrics = "https://" + AddressOf("metrics");
  const std::string probes = "http://" + AddressOf("probes");
  std::jthread reader([&] { EXPECT_EQ(500, Ask(metrics, "/metrics")); });
  server_.asked.get_future().wait();
  for (const char* path : {"/healthz", "/livez", "/readyz"}) EXPECT_EQ(200, Ask(probes, path));
  EXPECT_EQ(404, Ask(metrics, "/")) << "nobody is asked about that, and there are other threads";
  server_.answer.set_value();
}

TEST_F(ListenersTest, ItIsNotReadyWithoutAWatch) {
  std::atomic<std::chrono::seconds> dead_for{kWatchIsDeadAfter - std::chrono::seconds(1)};
  Checks checks = AllIsWell();
  checks.watch_dead_for = [&] { return dead_for.load(); };
  const auto listeners =
      Listeners::Open({.metrics_address = "0", .probe_address = "127.0.0.1:0"}, metrics_, access_, checks);
  ASSERT_TRUE(listeners.ok()) << listeners.error().message();
  const std::string probes = "http://" + AddressOf("probes");
  EXPECT_EQ(200, Ask(probes, "/readyz"));
  dead_for = kWatchIsDeadAfter;
  EXPECT_EQ(500, Ask(probes, "/readyz"));
  EXPECT_EQ(500, Ask(probes, "/readyz/watch"));
  EXPECT_EQ(200, Ask(probes, "/livez")) << "a restart would not help";
  dead_for = std::chrono::seconds(0);
  EXPECT_EQ(200, Ask(probes, "/readyz"));
}

}  // namespace listeners_test
}  // namespace structural::controller
