#include "controller/metrics_access.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"

namespace structural::controller {
namespace {

using nlohmann::json;

constexpr const char* kAlice =
    R"({"kind":"TokenReview","status":{"authenticated":true,"user":{"username":"alice","groups":["g"]}}})";

class MetricsAccessTest : public testing::Test {
 protected:
  int Get(const std::string& authorization) {
    return handler_({.method = "GET", .path = "/metrics", .authorization = authorization}, {})
        .status;
  }
  void Answer(const std::string& body) {
    server_.AnswerNext("POST", kube::Response{201, {}, body});
  }
  void AnswerAllowed(bool allowed) {
    Answer(json{{"kind", "SubjectAccessReview"}, {"status", {{"allowed", allowed}}}}.dump());
  }

  test::FakeTransport server_;
  test::FakeClock clock_;
  kube::Client client_{server_};
  MetricsAccess access_{client_, clock_};
  http::Handler handler_ =
      access_.Guard([](const http::Request&, std::stop_token) { return http::Response{}; });
};

TEST_F(MetricsAccessTest, LetsThroughWhomTheServerAllows) {
  Answer(kAlice);
  AnswerAllowed(true);
  EXPECT_EQ(200, Get("Bearer t"));
  const auto requests = server_.requests();
  ASSERT_EQ(2u, requests.size());
  EXPECT_EQ("t", json::parse(requests[0].body)["spec"]["token"]);
  const json spec = json::parse(requests[1].body)["spec"];
  EXPECT_EQ("alice", spec["user"]);
  EXPECT_EQ(json({"g"}), spec["groups"]);
  EXPECT_EQ(json({{"path", "/metrics"}, {"verb", "get"}}), spec["nonResourceAttributes"]);
}

TEST_F(MetricsAccessTest, RefusesEverybodyElse) {
  EXPECT_EQ(401, Get(""));
  EXPECT_EQ(401, Get("Basic t"));
  Answer(R"({"kind":"TokenReview","status":{"error":"no such token"}})");
  EXPECT_EQ(401, Get("Bearer bad"));
  Answer(kAlice);
  AnswerAllowed(false);
  EXPECT_EQ(403, Get("Bearer t"));
}

TEST_F(MetricsAccessTest, BearsWithAnyBytesAndAnyAnswer) {
  Answer(R"({"kind":"TokenReview","status":{}})");
  EXPECT_EQ(401, Get("Bearer \xff"));
  for (const char* user : {"null", "[]", "5"}) {
    Answer(R"({"status":{"authenticated":true,"user":)" + std::string(user) + "}}");
    EXPECT_EQ(401, Get("Bearer t")) << user;
    clock_.Advance(MetricsAccess::kValid);
  }
  Answer(R"({"status":{"authenticated":true,"user":{"username":5}}})");
  AnswerAllowed(false);
  EXPECT_EQ(403, Get("Bearer t"));
}

TEST_F(MetricsAccessTest, AsksOnceAMinute) {
  Answer(kAlice);
  AnswerAllowed(true);
  EXPECT_EQ(200, Get("Bearer t"));
  clock_.Advance(std::chrono::seconds(59));
  EXPECT_EQ(200, Get("Bearer t"));
  EXPECT_EQ(2u, server_.requests().size());
  clock_.Advance(std::chrono::seconds(1));
  Answer(R"({"kind":"TokenReview","status":{}})");
  EXPECT_EQ(401, Get("Bearer t"));
}

TEST_F(MetricsAccessTest, AServerThatCannotBeAskedIsNoPermission) {
  server_.AnswerNext("POST", kube::Response{403, {}, "{}"});
  EXPECT_EQ(500, Get("Bearer t"));
  Answer("[]");
  EXPECT_EQ(500, Get("Bearer t"));
  Answer(kAlice);
  AnswerAllowed(true);
  EXPECT_EQ(200, Get("Bearer t")) << "a failure is not remembered";
}

}  // namespace
}  // namespace structural::controller
