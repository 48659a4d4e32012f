// Tests of RenewCertificates on an API server in memory. After each request, clients must trust every certificate that
// the webhook may serve, even if requests fail or another replica writes at the same time.
#include "webhook/certs/keep.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "schema/go/base64.h"
#include "test/support/fake_transport.h"
#include "watched_transport.h"
#include "webhook/certs/certificate.h"
#include "webhook/certs/store.h"

namespace structural::certs {

namespace keep_test {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr const char* kSecret = "/api/v1/namespaces/ops/secrets/tls";
constexpr const char* kValidating = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/structural";
constexpr const char* kMutating =
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/structural-unions";

std::string Configuration(const char* kind, const char* name) {
  return json{{"apiVersion", "admissionregistration.k8s.io/v1"},
              {"kind", kind},
              {"metadata", {{"name", name}}},
              {"webhooks",
               {{{"name", "a.example.com"}, {"clientConfig", {{"service", {{"name", "w"}, {"namespace", "ops"}}}}}}}}}
      .dump();
}

class KeepTest : public ::testing::Test {
 protected:
  KeepTest() {
    options_.policy.hosts = {"w.ops.svc"};
    options_.policy.trust_propagation = 0s;
    options_.configurations = {{"ValidatingWebhookConfiguration", "structural"},
                               {"MutatingWebhookConfiguration", "structural-unions"}};
    options_.now = [this] { return now_; };
    options_.log = [this](const std::string& line) { log_ += line + "\n"; };
    Reset();
  }

  void Reset() {
    for (const char* path : {kSecret, kValidating, kMutating}) {
      server_.Remove(path);
      server_.Put(path + std::string("-of-others"), "{}");
    }
    server_.Put(kValidating, Configuration("ValidatingWebhookConfiguration", "structural"));
    server_.Put(kMutating, Configuration("MutatingWebhookConfiguration", "structural-unions"));
    now_ = Moment(std::chrono::seconds(1'700'000'000));
    served_.clear();
    began_ = false;
  }

  base::Result<RenewResult> Run(test::WatchedTransport& transport) {
    kube::Client client(transport);
    SecretStore store(client, "ops", "tls");
    return RenewCertificates(store, &client, options_, {});
  }
  base::Result<RenewResult> Run() {
    test::WatchedTransport transport(server_);
    transport.after = [this] { Check(); };
    return Run(transport);
  }
  void MustRun() {
    const auto kept = Run();
    ASSERT_TRUE(kept.ok()) << kept.error().message();
  }

  std::string Data(const char* key) {
    const auto secret = server_.Object(kSecret);
    if (!secret) return "";
    return go::DecodeBase64(json::parse(*secret).at("data").value(key, "")).value();
  }

  std::string Bundle(const char* path) {
    const json webhook = json::parse(*server_.Object(path)).at("webhooks").at(0);
    return go::DecodeBase64(webhook.at("clientConfig").value("caBundle", "")).value();
  }

  // Checks that both webhook configurations trust every certificate that a replica may still serve. Does nothing until
  // both configurations have had a CA bundle.
  void Check() {
    if (server_.resource_version() == checked_) return;
    checked_ = server_.resource_version();
    if (!Data("tls.crt").empty()) served_[Data("tls.crt")] = Data("tls.key");
    began_ = began_ || (!Bundle(kValidating).empty() && !Bundle(kMutating).empty());
    if (!began_) return;
    for (const char* path : {kValidating, kMutating}) {
      for (const auto& [certificate, key] : served_) {
        EXPECT_TRUE(Inspect(certificate, key, Bundle(path)).ok()) << path;
      }
    }
  }

  // Issues the first certificates, and lets 61 days pass, so that a renewal is due.
  void SetRenewalDue() {
    Reset();
    MustRun();
    now_ += 61 * 24h;
  }

  void Settled(const char* what) {
    EXPECT_EQ("", Data("next.key")) << what;
    for (const char* path : {kValidating, kMutating}) EXPECT_EQ(Data("ca.crt"), Bundle(path)) << what;
    EXPECT_TRUE(Inspect(Data("tls.crt"), Data("tls.key"), Bundle(kValidating)).ok()) << what;
  }

  // Lets the time pass after which no replica serves the previous certificate: from now on, all serve the new one.
  void OverlapEnds() {
    now_ += 25h;
    served_ = {{Data("tls.crt"), Data("tls.key")}};
  }

  // Runs RenewCertificates. Before its request number `number`, the time `time` passes, and another replica runs
  // RenewCertificates completely.
  void RunConcurrently(int number, std::chrono::hours time) {
    test::WatchedTransport transport(server_);
    transport.after = [this] { Check(); };
    transport.before = [&](int at) {
      if (at != number) return;
      now_ += time;
      MustRun();
    };
    const auto kept = Run(transport);
    EXPECT_TRUE(kept.ok()) << number << ": " << kept.error().message();
    Settled("after another one");
    OverlapEnds();
    MustRun();
    Settled("forgotten");
  }

  test::FakeTransport server_;
  Moment now_;
  RenewOptions options_;
  std::string log_;
  std::map<std::string, std::string> served_;
  bool began_ = false;
  std::string checked_;  // newest resourceVersion of the server at the last check
};

TEST_F(KeepTest, FromNothingToTheThirdCertificate) {
  MustRun();
  const json secret = json::parse(*server_.Object(kSecret));
  EXPECT_EQ("kubernetes.io/tls", secret.at("type"));
  Settled("first");
  const std::string version = server_.resource_version();
  MustRun();
  EXPECT_EQ(version, server_.resource_version()) << "the second time changes nothing";
  for (int renewals = 0; renewals < 2; ++renewals) {
    const std::string before = Data("tls.crt");
    now_ += 61 * 24h;
    MustRun();
    EXPECT_NE(before, Data("tls.crt"));
    Settled("renewed");
    const std::size_t both = Data("ca.crt").size();
    OverlapEnds();
    MustRun();
    Settled("forgotten");
    EXPECT_LT(Data("ca.crt").size(), both * 2 / 3);
  }
  EXPECT_EQ(std::string::npos, log_.find("PRIVATE"));
}

TEST_F(KeepTest, SurvivesLostRequestsAndAnswers) {
  for (const bool answer : {false, true}) {
    for (int number = 1, total = number; number <= total; ++number) {
      SetRenewalDue();
      test::WatchedTransport transport(server_);
      transport.after = [this] { Check(); };
      (answer ? transport.lost_after : transport.lost_before) = number;
      EXPECT_FALSE(Run(transport).ok()) << number;
      MustRun();
      Settled("after a loss");
      if (number == 1) {
        SetRenewalDue();
        test::WatchedTransport whole(server_);
        ASSERT_TRUE(Run(whole).ok());
        total = whole.requests;
        EXPECT_GT(total, 10);
      }
    }
  }
}

TEST_F(KeepTest, SurvivesAConcurrentRun) {
  for (const bool renewal : {false, true}) {
    for (int number = 1; number <= 20; ++number) {
      renewal ? SetRenewalDue() : Reset();
      RunConcurrently(number, 0h);
    }
  }
}

// Another replica runs a complete renewal before request number `number` of this replica. If that request writes an
// object that this replica has read before, its copy of the object is out of date.
TEST_F(KeepTest, SurvivesAConcurrentRenewal) {
  for (int number = 1; number <= 6; ++number) {
    Reset();
    MustRun();
    RunConcurrently(number, 61 * 24h);
  }
}

TEST_F(KeepTest, IsServedSomeTimeAfterTheBundleIsWritten) {
  options_.policy.trust_propagation = 30s;
  SetRenewalDue();
  const std::string before = Data("tls.crt");
  auto kept = Run();
  ASSERT_TRUE(kept.ok());
  EXPECT_TRUE(kept->pending);
  EXPECT_EQ(now_ + 30s, kept->next_step_at);
  EXPECT_EQ(before, Data("tls.crt"));
  now_ += 30s;
  server_.Put(kMutating, Configuration("MutatingWebhookConfiguration", "structural-unions"));
  served_.clear(), began_ = false;
  kept = Run();
  ASSERT_TRUE(kept.ok());
  EXPECT_TRUE(kept->pending) << "it had to be told again";
  now_ += 30s;
  MustRun();
  EXPECT_NE(before, Data("tls.crt"));
}

TEST_F(KeepTest, RestoresARemovedBundle) {
  MustRun();
  server_.Put(kValidating, Configuration("ValidatingWebhookConfiguration", "structural"));
  served_.clear(), began_ = false;
  MustRun();
  Settled("again");
}

TEST_F(KeepTest, IgnoresAMissingConfiguration) {
  SetRenewalDue();
  const std::string before = Data("tls.crt");
  server_.Remove(kMutating);
  test::WatchedTransport transport(server_);
  const auto kept = Run(transport);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(base::ErrorCode::kNotFound, kept.error().code());
  EXPECT_NE(before, Data("tls.crt"));
  EXPECT_EQ(Data("ca.crt"), Bundle(kValidating));
}

TEST_F(KeepTest, ADryRunOnlyReportsItsSteps) {
  SetRenewalDue();
  const std::string version = server_.resource_version();
  log_.clear();
  options_.dry_run = true;
  MustRun();
  EXPECT_EQ(version, server_.resource_version());
  for (const char* word : {"next certificate created", "caBundle written", "replaces the serving"}) {
    EXPECT_NE(std::string::npos, log_.find(word)) << log_;
  }
}

TEST_F(KeepTest, KeepsOtherKeysOfTheSecret) {
  json secret = {{"apiVersion", "v1"}, {"kind", "Secret"}, {"type", "Opaque"}};
  secret["metadata"] = {{"name", "tls"}, {"namespace", "ops"}, {"labels", {{"a", "b"}}}};
  secret["data"] = {{"other", "eA=="}};
  server_.Put(kSecret, secret.dump());
  MustRun();
  EXPECT_EQ("x", Data("other"));
  EXPECT_EQ("b", json::parse(*server_.Object(kSecret)).at("metadata").at("labels").at("a"));
  Settled("beside");
}

TEST_F(KeepTest, StopsWritingAgainstAPersistentWriter) {
  test::WatchedTransport transport(server_);
  transport.before = [this](int) {
    json configuration = json::parse(*server_.Object(kValidating));
    configuration["metadata"]["labels"]["n"] = server_.resource_version();
    server_.Put(kValidating, configuration.dump());
  };
  const auto kept = Run(transport);
  ASSERT_FALSE(kept.ok());
  EXPECT_EQ(base::ErrorCode::kConflict, kept.error().code());
}

json Webhook(const json& client_config) { return {{"name", "a"}, {"clientConfig", client_config}}; }

std::string Configuration(const std::vector<json>& webhooks) {
  return json{{"metadata", {{"resourceVersion", "7"}}}, {"webhooks", webhooks}}.dump();
}

const std::vector<std::string> kHosts = {"w.ops.svc", "w.example.com", "10.0.0.1"};

std::vector<std::string> Patched(const std::vector<json>& webhooks) {
  const auto patch = CABundlePatch(Configuration(webhooks), kHosts, "pem");
  EXPECT_TRUE(patch.ok()) << patch.error().message();
  std::vector<std::string> paths;
  if (!patch.ok() || patch->empty()) return paths;
  for (const json& operation : json::parse(*patch)) paths.push_back(operation.at("path"));
  return paths;
}

TEST(CABundlePatch, ChangesOnlyTheWebhooksOfTheService) {
  EXPECT_EQ((std::vector<std::string>{"/metadata/resourceVersion", "/webhooks/1/clientConfig/caBundle",
                                      "/webhooks/3/clientConfig/caBundle", "/webhooks/4/clientConfig/caBundle"}),
            Patched({Webhook({{"service", {{"name", "other"}, {"namespace", "ops"}}}}),
                     Webhook({{"service", {{"name", "w"}, {"namespace", "ops"}}}}),
                     Webhook({{"service", {{"name", "w"}, {"namespace", "dev"}}}}),
                     Webhook({{"url", "https://w.example.com:8443/validate?x=1"}, {"caBundle", "b2xk"}}),
                     Webhook({{"url", "https://10.0.0.1/validate"}}), Webhook({{"url", "https://a.example.com"}})}));
}

TEST(CABundlePatch, IgnoresTheSpellingOfTheHost) {
  for (const char* url : {"https://[2001:db8::1]:8443/validate", "https://w.example.com"}) {
    const auto patch =
        CABundlePatch(Configuration({Webhook({{"url", url}})}), {"2001:DB8:0::1", "W.Example.com"}, "pem");
    EXPECT_TRUE(patch.ok()) << patch.error().message();
  }
}

TEST(CABundlePatch, IsEmptyIfTheBundleIsSet) {
  const json ours = {{"name", "w"}, {"namespace", "ops"}};
  EXPECT_EQ(std::vector<std::string>{}, Patched({Webhook({{"service", ours}, {"caBundle", go::EncodeBase64("pem")}})}));
}

TEST(CABundlePatch, RefusesInvalidBundles) {
  for (const std::string& text : {std::string("x"), std::string("[]"), std::string("{}"), Configuration({}),
                                  Configuration({json(1)}), Configuration({Webhook(json(1))}),
                                  Configuration({Webhook({{"url", "?"}})}), std::string(R"({"webhooks":{"a":1}})")}) {
    const auto patch = CABundlePatch(text, kHosts, "pem");
    ASSERT_FALSE(patch.ok()) << text;
    EXPECT_EQ(base::ErrorCode::kInvalidInput, patch.error().code());
  }
}

}  // namespace keep_test

}  // namespace structural::certs
