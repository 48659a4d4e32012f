// Tests of the webhook with a real listener. They call it as the API server does: over TLS, on several connections.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "http/server.h"
#include "kube/transport/process.h"
#include "kube/transport/transport.h"
#include "test/support/certificates.h"
#include "webhook/answer.h"

namespace structural::webhook {
namespace serving_test {

using namespace std::chrono_literals;

class ServingTest : public testing::Test {
 protected:
  ServingTest() {
    kube::PrepareProcess();
    std::string folder = (std::filesystem::temp_directory_path() / "webhook-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    PutPair();
    Put("ca.crt", authority_.certificate());
  }
  ~ServingTest() override { std::filesystem::remove_all(folder_); }

  // Replaces the file atomically, as the kubelet does.
  void Put(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/new") << text;
    std::filesystem::rename(folder_ + "/new", folder_ + "/" + name);
  }

  void PutPair() {
    const kube::PemPair pair = authority_.Issue({.names = {"IP:127.0.0.1"}});
    Put("tls.crt", pair.certificate);
    Put("tls.key", pair.key);
  }

  std::uint16_t Listen(const std::string& client_ca = {}) {
    auto files = http::TlsFiles::Open(
        folder_ + "/tls.crt", folder_ + "/tls.key", [this](const std::string&) { ++read_again_; },
        [this] { return http::TlsFiles::Clock::time_point(std::chrono::seconds(now_)); }, client_ca);
    EXPECT_TRUE(files.ok());
    const auto port = server_.Listen(
        {.address = {"127.0.0.1", 0}, .tls = *files},
        NewHandler({{kValidatePath, NewCrdAnswer({}, metrics_, [](const auto&) {})}}, metrics_, [](const auto&) {}));
    EXPECT_TRUE(port.ok());
    return *port;
  }

  // Sends a review on a new connection. Returns "" if the answer is as expected, otherwise the error.
  std::string Ask(std::uint16_t port, const std::string& certificate = {}, const std::string& key = {}) {
    kube::ClientConfig config;
    config.server = "https://127.0.0.1:" + std::to_string(port);
    config.tls.ca_pem = authority_.certificate();
    config.tls.client_cert_pem = certificate;
    config.tls.client_key_pem = key;
    const auto transport = kube::NewCppRestTransport(config, "test");
    if (!transport.ok()) return transport.error().message();
    const auto response = (*transport)
                              ->Do({.method = "POST",
                                    .path = "/validate",
                                    .body = R"({"apiVersion":"admission.k8s.io/v1",)"
                                            R"("kind":"AdmissionReview","request":{"uid":"u"}})",
                                    .content_type = "application/json"},
                                   {});
    if (!response.ok()) return response.error().message();
    return response->body.find(R"("uid":"u","allowed":true)") == std::string::npos ? response->body : "";
  }

  const kube::TestAuthority authority_;
  std::string folder_;
  std::atomic<int> now_ = 0;
  std::atomic<int> read_again_ = 0;
  Metrics metrics_{"test"};
  http::Server server_{2};
};

TEST_F(ServingTest, NoCallFailsWhileCertificatesAreRenewed) {
  const std::uint16_t port = Listen();
  std::mutex mutex;
  std::vector<std::string> failures;
  std::atomic<int> calls = 0;
  std::atomic<bool> enough = false;
  std::vector<std::jthread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&] {
      for (; !enough; ++calls) {
        const std::string failure = Ask(port);
        const std::lock_guard lock(mutex);
        if (!failure.empty()) failures.push_back(failure);
      }
    });
  }
  for (int renewals = 0; renewals < 5; ++renewals) {
    PutPair();
    now_ += 10;
    // At most three calls have begun with the old certificate, so one of the next five uses the new one.
    const int before = calls;
    while (calls < before + 5) std::this_thread::yield();
  }
  enough = true;
  callers.clear();
  EXPECT_EQ(std::vector<std::string>{}, failures);
  EXPECT_GE(read_again_, 5);
}

TEST_F(ServingTest, RequiresAClientCertificate) {
  const std::uint16_t port = Listen(folder_ + "/ca.crt");
  const kube::PemPair own = authority_.Issue({.common_name = "apiserver"});
  EXPECT_EQ("", Ask(port, own.certificate, own.key));
  EXPECT_NE("", Ask(port));
  const kube::PemPair foreign = kube::TestAuthority("other").Issue({.common_name = "apiserver"});
  EXPECT_NE("", Ask(port, foreign.certificate, foreign.key));
}

}  // namespace serving_test
}  // namespace structural::webhook
