// The webhooks of a configuration that get the CA bundle.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "schema/go/base64.h"
#include "webhook/certs/keep.h"

namespace structural::certs {
namespace ca_bundle_test {

using nlohmann::json;

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

}  // namespace ca_bundle_test
}  // namespace structural::certs
