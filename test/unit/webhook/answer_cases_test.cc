// cases/webhook: {name, rules: {policy, mode, modes, exempt}, request, response | refused}. `request` and `response`
// are those of an AdmissionReview. If a case has `body`, this text is sent in place of an AdmissionReview. With
// `refused`, the answer must have the HTTP status 400, and contain this text.
#include <gtest/gtest.h>

#include "test/support/cases.h"
#include "webhook/answer.h"

namespace structural::test {
namespace answer_cases_test {

using nlohmann::json;
using webhook::Mode;

Mode ModeOf(const std::string& name) {
  return name == "warn" ? Mode::kWarn : name == "audit" ? Mode::kAudit : Mode::kEnforce;
}

webhook::Rules RulesOf(const json& data) {
  webhook::Rules rules;
  if (data.value("policy", "kep") == "server") rules.policy = compatibility::Policy::kServer;
  rules.mode = ModeOf(data.value("mode", "enforce"));
  const json modes = data.value("modes", json::object());
  for (const auto& [id, mode] : modes.items()) rules.modes[id] = ModeOf(mode);
  const json exempt = data.value("exempt", json::object());
  rules.exemptions.names = exempt.value("names", std::vector<std::string>());
  rules.exemptions.groups = exempt.value("groups", std::vector<std::string>());
  rules.exemptions.users = exempt.value("users", std::vector<std::string>());
  return rules;
}

std::string BodyOf(const json& data) {
  if (data.contains("body")) return data.at("body");
  const std::string version = data.value("apiVersion", "admission.k8s.io/v1");
  return json{{"apiVersion", version}, {"kind", "AdmissionReview"}, {"request", data.at("request")}}.dump();
}

http::Handler CrdHandler(
    webhook::Rules rules, webhook::Metrics& metrics, const webhook::Log& log = [](const std::string&) {}) {
  return webhook::NewHandler({{webhook::kValidatePath, webhook::NewCrdAnswer(std::move(rules), metrics, log)}}, metrics,
                             log);
}

class WebhookCase : public testing::TestWithParam<Case> {};

TEST_P(WebhookCase, IsAnswered) {
  const json& data = GetParam().data;
  webhook::Metrics metrics("test");
  const auto handler = CrdHandler(RulesOf(data.value("rules", json::object())), metrics);
  const http::Response answer =
      handler({.method = "POST", .path = "/validate", .content_type = "application/json", .body = BodyOf(data)}, {});
  if (data.contains("refused")) {
    EXPECT_EQ(400, answer.status);
    EXPECT_NE(std::string::npos, answer.body.find(data.at("refused").get<std::string>())) << answer.body;
    return;
  }
  ASSERT_EQ(200, answer.status) << answer.body;
  EXPECT_EQ("application/json", answer.content_type);
  const json review = json::parse(answer.body);
  EXPECT_EQ("AdmissionReview", review.at("kind"));
  EXPECT_EQ(review.at("apiVersion"), data.value("apiVersion", "admission.k8s.io/v1"));
  EXPECT_EQ(data.at("response"), review.at("response"));
}

INSTANTIATE_TEST_SUITE_P(Data, WebhookCase, testing::ValuesIn(LoadCases("webhook")), CaseName);

TEST(WebhookHandler, RefusesInvalidReviews) {
  webhook::Metrics metrics("test");
  const auto handler = CrdHandler({}, metrics);
  EXPECT_EQ(404, handler({.method = "POST", .path = "/"}, {}).status);
  EXPECT_EQ(405, handler({.method = "GET", .path = "/validate"}, {}).status);
  EXPECT_EQ(415, handler({.method = "POST", .path = "/validate", .content_type = "text/plain"}, {}).status);
}

// The alert StructuralWebhookFails refers its readers to these lines of the log.
TEST(WebhookHandler, LogsRefusedRequests) {
  webhook::Metrics metrics("test");
  std::string log;
  const auto handler = CrdHandler({}, metrics, [&](const std::string& line) { log += line + "\n"; });
  const auto ask = [&](const std::string& body) {
    log.clear();
    handler({.method = "POST", .path = "/validate", .content_type = "application/json", .body = body}, {});
    return log;
  };
  EXPECT_EQ("answered 400 at /validate: line 1, column 2: unexpected end of JSON input\n", ask("{"));
  EXPECT_EQ(0u, ask("{}").find("answered 400 at /validate: expected an AdmissionReview ")) << log;
  EXPECT_EQ("", ask(BodyOf({{"request", {{"uid", "u"}, {"operation", "DELETE"}}}})));
}

TEST(WebhookHandler, BoundsItsLog) {
  json properties;
  for (int i = 0; i < 1000; ++i) properties["p" + std::to_string(i)] = json::object();
  const json crd = {
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"kind", "CustomResourceDefinition"},
      {"spec",
       {{"preserveUnknownFields", true},
        {"versions",
         {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", {{"type", "object"}, {"properties", properties}}}}}}}}}}};
  webhook::Metrics metrics("test");
  const auto handler = CrdHandler({}, metrics);
  const json data = {{"request",
                      {{"uid", "u"},
                       {"operation", "CREATE"},
                       {"resource", {{"resource", "customresourcedefinitions"}}},
                       {"object", crd}}}};
  const http::Response answer =
      handler({.method = "POST", .path = "/validate", .content_type = "application/json", .body = BodyOf(data)}, {});
  const json status = json::parse(answer.body).at("response").at("status");
  EXPECT_EQ(100u, status.at("details").at("causes").size());
  EXPECT_NE(std::string::npos, status.at("message").get<std::string>().find(" and 990 more"));
  EXPECT_NE(std::string::npos,
            metrics.Text().find("structural_webhook_decisions_total{outcome=\"refused\",rule=\"kep-create\"} 1"))
      << metrics.Text();
}

}  // namespace answer_cases_test
}  // namespace structural::test
