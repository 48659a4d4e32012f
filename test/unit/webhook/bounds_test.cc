// Tests of the limits on a review: memory, time, and how much of the input the answer repeats.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/union_crd.h"
#include "webhook/answer.h"

namespace structural::test {
namespace bounds_test {

using nlohmann::json;

constexpr std::size_t kAnswer = 512 * 1024;
constexpr std::size_t kLine = 2048;

json CrdOf(const json& schema) {
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"spec", {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", schema}}}}}}}}};
}

json ReviewOf(const json& object) {
  return {{"uid", "u"},
          {"operation", "CREATE"},
          {"resource", {{"resource", "customresourcedefinitions"}}},
          {"object", object}};
}

class Webhook {
 public:
  explicit Webhook(webhook::Rules rules = {}, const webhook::ReviewLimits& cost = {})
      : handler_(
            webhook::NewHandler({{webhook::kValidatePath, webhook::NewCrdAnswer(std::move(rules), metrics_, Log())},
                                 {webhook::kMutateUnionsPath, webhook::NewUnionAnswer(crds_, metrics_, Log())}},
                                metrics_, Log(), cost)) {
    json crd = json::parse(kUnionCrd);
    crd["metadata"]["annotations"]["structural.lint/unions"] = kUnionsOfCrd;
    EXPECT_TRUE(crds_.Set(kUnionCrdName, crd.dump()).ok());
    crds_.MarkComplete();
  }

  http::Response Ask(const json& request, const char* path = webhook::kValidatePath) {
    const json body = {{"apiVersion", "admission.k8s.io/v1"}, {"kind", "AdmissionReview"}, {"request", request}};
    return handler_({.method = "POST", .path = path, .content_type = webhook::kJson, .body = body.dump()}, {});
  }

  json Answer(const json& request, const char* path = webhook::kValidatePath) {
    const http::Response answer = Ask(request, path);
    EXPECT_EQ(200, answer.status) << answer.body;
    EXPECT_LT(answer.body.size(), kAnswer);
    return json::parse(answer.body).at("response");
  }

  std::string log;

 private:
  webhook::Log Log() {
    return [this](const std::string& line) { log += line + "\n"; };
  }

  webhook::UnionCrds crds_;
  webhook::Metrics metrics_{"test"};
  http::Handler handler_;
};

// Returns a schema with a hundred fields without a type. Their parent field has a name of twenty thousand bytes.
json LongPaths() {
  json below = json::object();
  for (int i = 0; i < 100; ++i) below["p" + std::to_string(i)] = json::object();
  return CrdOf(
      {{"type", "object"}, {"properties", {{std::string(20'000, 'k'), {{"type", "object"}, {"properties", below}}}}}});
}

TEST(WebhookBounds, LongPathsAreCut) {
  Webhook webhook;
  const json refused = webhook.Answer(ReviewOf(LongPaths()));
  EXPECT_FALSE(refused.at("allowed").get<bool>());
  const json& status = refused.at("status");
  const std::string message = status.at("message");
  EXPECT_LT(message.size(), 64u * 1024);
  EXPECT_NE(std::string::npos, message.find(" and 91 more; see: structural explain")) << message;
  EXPECT_FALSE(status.at("details").at("causes").empty());
  EXPECT_LT(webhook.log.size(), kLine);
  EXPECT_NE(std::string::npos, webhook.log.find(" more bytes) and 100 more\n")) << webhook.log;
}

TEST(WebhookBounds, WarningsAreThoseThatAnApiServerRepeats) {
  Webhook webhook({.mode = webhook::Mode::kWarn});
  const json warned = webhook.Answer(ReviewOf(LongPaths()));
  EXPECT_TRUE(warned.at("allowed").get<bool>());
  const json& warnings = warned.at("warnings");
  ASSERT_EQ(11u, warnings.size());
  for (const std::string warning : warnings) EXPECT_LE(warning.size(), 256u);
  EXPECT_TRUE(warnings[0].get<std::string>().ends_with(" more bytes) (kep-create, type-required)")) << warnings[0];
  EXPECT_EQ("and 91 more", warnings[10]);
}

TEST(WebhookBounds, NamesAreCut) {
  Webhook webhook;
  json request = ReviewOf(CrdOf({{"properties", json::object()}}));
  request["name"] = request["operation"] = std::string(1'000'000, '\n');
  request["operation"] = "CREATE";
  request["userInfo"] = {{"username", std::string(1'000'000, '\x1b')}};
  request["dryRun"] = true;
  EXPECT_FALSE(webhook.Answer(request).at("allowed").get<bool>());
  EXPECT_LT(webhook.log.size(), 2 * kLine);
  EXPECT_NE(std::string::npos, webhook.log.find(" (dry run): spec.")) << webhook.log;
  request["operation"] = request["kind"]["kind"] = std::string(1'000'000, 'x');
  EXPECT_TRUE(webhook.Answer(request).at("allowed").get<bool>());
}

TEST(WebhookBounds, UidsHaveAMaximumLength) {
  Webhook webhook;
  EXPECT_EQ(200, webhook.Ask({{"uid", std::string(1024, 'u')}}).status);
  const http::Response refused = webhook.Ask({{"uid", std::string(1025, 'u')}});
  EXPECT_EQ(400, refused.status);
  EXPECT_LT(refused.body.size(), 100u);
}

// The message about each union is longer than an answer is allowed to be. The answer says how many unions it omits.
TEST(WebhookBounds, UndecidedUnionsAreCut) {
  json named = json::object();
  for (int i = 0; i < 200; ++i) named[std::string(20'000, 'n') + std::to_string(i)] = {{"one", 1}, {"two", 2}};
  Webhook webhook;
  const json refused =
      webhook.Answer({{"uid", "u"},
                      {"operation", "CREATE"},
                      {"name", std::string(100'000, 'a')},
                      {"kind", {{"kind", std::string(100'000, 'K')}}},
                      {"resource", {{"group", "example.com"}, {"version", "v1"}, {"resource", "downloads"}}},
                      {"object", {{"apiVersion", "example.com/v1"}, {"spec", {{"named", named}}}}}},
                     webhook::kMutateUnionsPath);
  EXPECT_FALSE(refused.at("allowed").get<bool>());
  EXPECT_NE(std::string::npos, refused.at("status").at("message").get<std::string>().find(" and 190 more"));
  EXPECT_LT(webhook.log.size(), kLine);
}

json ManySchemas(int count) { return CrdOf({{"type", "object"}, {"allOf", json(count, {{"minimum", 0}})}}); }

TEST(WebhookBounds, RefusesReviewsThatNeedTooMuchMemory) {
  Webhook webhook({}, {.max_large_bytes = std::size_t{8} << 20, .max_small_bytes = std::size_t{1} << 20});
  EXPECT_TRUE(webhook.Answer(ReviewOf(ManySchemas(100))).at("allowed").get<bool>());
  for (const int count : {2'000, 100'000}) {  // 2,000 schemas make a small review, 100,000 a large one
    const json refused = webhook.Answer(ReviewOf(ManySchemas(count)));
    EXPECT_FALSE(refused.at("allowed").get<bool>());
    const std::string bound = count == 2'000 ? "1" : "8";
    EXPECT_EQ(refused.at("status").at("message"),
              "the change cannot be checked: the check needs more than " + bound + " MiB of memory");
  }
  EXPECT_TRUE(webhook.Answer(ReviewOf(ManySchemas(100))).at("allowed").get<bool>());
}

constexpr webhook::ReviewLimits kNoTime{.max_cpu_time = std::chrono::milliseconds(0)};
constexpr const char* kTooLong = "the change was not checked: the check needs more than 0 ms of CPU time";

json ManyFields() {
  json fields = json::object();
  for (int i = 0; i < 2000; ++i) fields["p" + std::to_string(i)] = json::object();
  return CrdOf({{"properties", fields}});
}

TEST(WebhookBounds, RefusesReviewsThatTakeTooLong) {
  Webhook webhook({}, kNoTime);
  EXPECT_NE(std::string::npos, webhook.Answer(ReviewOf(ManyFields()))
                                   .at("status")
                                   .at("message")
                                   .get<std::string>()
                                   .find("more than 0 ms of CPU time"));
}

TEST(WebhookBounds, AllowsViolationsThatNoRuleEnforces) {
  for (const webhook::Mode mode : {webhook::Mode::kWarn, webhook::Mode::kAudit}) {
    Webhook webhook({.mode = mode}, kNoTime);
    const json allowed = webhook.Answer(ReviewOf(ManyFields()));
    EXPECT_TRUE(allowed.at("allowed").get<bool>());
    EXPECT_EQ(json::array({kTooLong}), allowed.at("warnings"));
    EXPECT_TRUE(webhook.log.starts_with("unchecked: CREATE of ")) << webhook.log;
    Webhook partly({.mode = mode, .modes = {{"kep-create", webhook::Mode::kEnforce}}}, kNoTime);
    EXPECT_FALSE(partly.Answer(ReviewOf(ManyFields())).at("allowed").get<bool>());
  }
  Webhook webhook({.mode = webhook::Mode::kWarn});
  EXPECT_TRUE(webhook.Answer(ReviewOf(json::array())).at("allowed").get<bool>()) << "it cannot be read";
}

TEST(WebhookBounds, ChangesOfMetadataAloneAreAllowed) {
  json before = ManyFields();
  before["metadata"] = {{"name", "foos.example.com"}, {"finalizers", {"customresourcecleanup.apiextensions.k8s.io"}}};
  json after = before;
  after["metadata"]["finalizers"] = json::array();
  after["metadata"]["labels"] = {{"a", "b"}};
  json review = ReviewOf(after);
  review["operation"] = "UPDATE";
  review["oldObject"] = before;
  for (const char* path : {webhook::kValidatePath, webhook::kMutateUnionsPath}) {
    if (path == webhook::kMutateUnionsPath) review["resource"] = {{"resource", "things"}};
    Webhook webhook({}, kNoTime);
    const json allowed = webhook.Answer(review, path);
    EXPECT_TRUE(allowed.at("allowed").get<bool>()) << path;
  }
  review["resource"] = {{"resource", "customresourcedefinitions"}};
  review["object"]["spec"]["versions"][0]["name"] = "v2";
  Webhook webhook({}, kNoTime);
  EXPECT_FALSE(webhook.Answer(review).at("allowed").get<bool>());
  review["object"] = {{"metadata", {{"name", "foos.example.com"}}}};
  review["oldObject"] = {{"metadata", {{"name", "bars.example.com"}}}};
  EXPECT_FALSE(webhook.Answer(review).at("allowed").get<bool>()) << "no object of Kubernetes has nothing but metadata";
}

}  // namespace bounds_test
}  // namespace structural::test
