// Tests of access to the metrics. Clients that send many unknown tokens do not prevent other clients from reading the
// metrics.
#include "controller/metrics_access.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"
#include "test/support/log.h"
#include "test/support/manual_clock.h"

namespace structural::controller {

namespace metrics_access_test {

using nlohmann::json;

constexpr const char* kAlice =
    R"({"kind":"TokenReview","status":{"authenticated":true,"user":{"username":"alice","groups":["g"]}}})";

class MetricsAccessTest : public testing::Test {
 protected:
  int Get(const std::string& authorization) {
    return handler_({.method = "GET", .path = "/metrics", .authorization = authorization}, {}).status;
  }
  void Answer(const std::string& body) { server_.AnswerNext("POST", kube::Response{201, {}, body}); }
  void AnswerAllowed(bool allowed) {
    Answer(json{{"kind", "SubjectAccessReview"}, {"status", {{"allowed", allowed}}}}.dump());
  }

  test::FakeTransport server_;
  // Sends a request for the metrics with credentials that the server does not know. Returns the status of the answer.
  int GetUnknown(const std::string& authorization) {
    Answer(R"({"kind":"TokenReview","status":{}})");
    return Get(authorization);
  }

  test::FakeClock clock_;
  MetricsAccess access_{server_, clock_};
  http::Handler handler_ = access_.Guard([](const http::Request&, std::stop_token) { return http::Response{}; });
};

TEST_F(MetricsAccessTest, AllowsUsersThatTheServerAllows) {
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

TEST_F(MetricsAccessTest, RefusesAllOtherUsers) {
  EXPECT_EQ(401, Get(""));
  EXPECT_EQ(401, Get("Basic t"));
  EXPECT_EQ(401, Get("Bearer "));
  Answer(R"({"kind":"TokenReview","status":{"error":"no such token"}})");
  EXPECT_EQ(401, Get("Bearer bad"));
  Answer(kAlice);
  AnswerAllowed(false);
  EXPECT_EQ(403, Get("Bearer t"));
}

TEST_F(MetricsAccessTest, ToleratesMalformedTokensAndAnswers) {
  Answer(R"({"kind":"TokenReview","status":{}})");
  EXPECT_EQ(401, Get("Bearer \xff"));
  for (const char* user : {"null", "[]", "5"}) {
    Answer(R"({"status":{"authenticated":true,"user":)" + std::string(user) + "}}");
    EXPECT_EQ(401, Get("Bearer t")) << user;
    clock_.Advance(ReviewAnswers::kAcceptedFor);
  }
  Answer(R"({"status":{"authenticated":true,"user":{"username":5}}})");
  AnswerAllowed(false);
  EXPECT_EQ(403, Get("Bearer t"));
}

TEST_F(MetricsAccessTest, ReviewsATokenOnceAMinute) {
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

TEST_F(MetricsAccessTest, RefusesIfTheServerCannotBeReached) {
  server_.AnswerNext("POST", kube::Response{403, {}, "{}"});
  EXPECT_EQ(500, Get("Bearer t"));
  Answer("[]");
  EXPECT_EQ(500, Get("Bearer t"));
  Answer(kAlice);
  AnswerAllowed(true);
  EXPECT_EQ(200, Get("Bearer t")) << "a failure is not remembered";
}

TEST_F(MetricsAccessTest, ARefusalCountsForTenSeconds) {
  EXPECT_EQ(401, GetUnknown("Bearer t"));
  Answer(kAlice);
  AnswerAllowed(true);
  clock_.Advance(std::chrono::seconds(9));
  EXPECT_EQ(401, Get("Bearer t"));
  clock_.Advance(std::chrono::seconds(1));
  EXPECT_EQ(200, Get("Bearer t"));
}

TEST_F(MetricsAccessTest, ManyTokensDoNotDisplaceAnAcceptedOne) {
  Answer(kAlice);
  AnswerAllowed(true);
  EXPECT_EQ(200, Get("Bearer t"));
  for (int i = 0; i < 3000; ++i) {
    clock_.Advance(std::chrono::milliseconds(1));
    ASSERT_EQ(401, GetUnknown("Bearer " + std::to_string(i)));
  }
  const auto asked = server_.requests().size();
  EXPECT_EQ(200, Get("Bearer t"));
  EXPECT_EQ(asked, server_.requests().size());
}

TEST_F(MetricsAccessTest, SendsOneReviewWithATimeout) {
  server_.AnswerNext("POST", kube::Response{429, {{"Retry-After", "9"}}, "{}"});
  EXPECT_EQ(500, Get("Bearer t"));
  ASSERT_EQ(1u, server_.requests().size());
  EXPECT_EQ(std::chrono::milliseconds(3'000), server_.requests()[0].timeout);
}

// Clients without rights can cause a failed review as often as they like, so at most one failure in ten seconds is
// logged. The log omits the text of the API server's answer, which the server can choose freely.
TEST_F(MetricsAccessTest, LogsAFailureEveryTenSecondsAndNoTextOfTheServer) {
  const test::Log log;
  const auto fail = [this] {
    server_.AnswerNext("POST", kube::Response{403, {}, "you sent t0ken"});
    EXPECT_EQ(500, Get("Bearer t0ken"));
  };
  for (int i = 0; i < 100; ++i) fail();
  const std::string line = "metrics: POST /apis/authentication.k8s.io/v1/tokenreviews: forbidden\n";
  EXPECT_EQ(line, log.text);
  clock_.Advance(std::chrono::seconds(10));
  fail();
  EXPECT_EQ(line + line, log.text);
}

TEST(ReviewAnswers, IsBounded) {
  test::FakeClock clock;
  ReviewAnswers answers(clock);
  for (int i = 0; i < 3000; ++i) {
    clock.Advance(std::chrono::milliseconds(1));
    answers.CacheDecision(answers.KeyOf("a" + std::to_string(i), "/"), 200);
    answers.CacheDecision(answers.KeyOf("b" + std::to_string(i), "/"), i % 2 == 0 ? 401 : 403);
  }
  EXPECT_EQ(ReviewAnswers::kMaxAccepted + ReviewAnswers::kMaxRefused, answers.size());
  EXPECT_EQ(200, answers.Find(answers.KeyOf("a2999", "/")));
  EXPECT_EQ(403, answers.Find(answers.KeyOf("b2999", "/")));
  EXPECT_EQ(std::nullopt, answers.Find(answers.KeyOf("b1999", "/")));
  answers.CacheDecision(answers.KeyOf("a2999", "/"), 401);
  EXPECT_EQ(401, answers.Find(answers.KeyOf("a2999", "/"))) << "accepted no more";
  EXPECT_FALSE(answers.IsKnown(answers.KeyOf("a2999", "/")));
}

TEST(ReviewAnswers, DistinguishesTokensAndPaths) {
  test::FakeClock clock;
  ReviewAnswers answers(clock);
  answers.CacheDecision(answers.KeyOf("t", "/a"), 200);
  EXPECT_EQ(200, answers.Find(answers.KeyOf("t", "/a")));
  EXPECT_EQ(std::nullopt, answers.Find(answers.KeyOf("t", "/b")));
  EXPECT_EQ(std::nullopt, answers.Find(answers.KeyOf("t/", "a")));
  EXPECT_NE(answers.KeyOf("t", "/a"), ReviewAnswers(clock).KeyOf("t", "/a")) << "keyed";
}

// An API server whose token reviews accept the tokens that begin with "good". While the test keeps it silent, it does
// not answer.
class SilentServer : public kube::Transport {
 public:
  base::Result<kube::Response> Do(const kube::Request& request, std::stop_token stop) override {
    std::unique_lock lock(mutex_);
    ++waiting_;
    ++asked_;
    changed_.notify_all();
    changed_.wait(lock, stop, [this] { return !silent_; });
    --waiting_;
    if (request.path.ends_with("subjectaccessreviews")) return Status(R"({"allowed":true})");
    const bool good = request.body.find("\"good") != std::string::npos;
    return Status(good ? R"({"authenticated":true,"user":{"username":"a"}})" : "{}");
  }
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes&,
                                     std::stop_token stop) override {
    return Do(request, std::move(stop));
  }
  base::Status Stream(const kube::Request&, std::chrono::milliseconds, const OnLine&, std::stop_token) override {
    return base::Ok();
  }

  void BeSilent(bool silent) {
    const std::lock_guard lock(mutex_);
    silent_ = silent;
    changed_.notify_all();
  }
  void WaitForAsked(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_ == count; });
  }
  int asked() const { return asked_; }

 private:
  static kube::Response Status(const std::string& status) { return {201, {}, R"({"status":)" + status + "}"}; }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool silent_ = false;
  int waiting_ = 0;
  std::atomic<int> asked_ = 0;
};

class MetricsStrangers : public testing::Test {
 protected:
  ~MetricsStrangers() override {
    server_.BeSilent(false);
    requests_.clear();
  }
  int Get(const std::string& token) {
    return handler_({.path = "/metrics", .authorization = "Bearer " + token}, {}).status;
  }
  // Sends a request for the metrics with this token to the handler, on a new thread. The thread checks that the answer
  // has the status `expected`.
  void Ask(const std::string& token, int expected) {
    requests_.emplace_back([this, token, expected] { EXPECT_EQ(expected, Get(token)) << token; });
  }
  // Starts as many new reviews as may wait at the same time. The silent server answers none of them.
  void FillUp() {
    server_.BeSilent(true);
    for (int i = 0; i < MetricsAccess::kMaxNewReviews; ++i) Ask("bad" + std::to_string(i), 401);
    server_.WaitForAsked(MetricsAccess::kMaxNewReviews);
  }

  SilentServer server_;
  test::ManualClock clock_;
  MetricsAccess access_{server_, clock_};
  http::Handler handler_ = access_.Guard([](const http::Request&, std::stop_token) { return http::Response{}; });
  std::vector<std::jthread> requests_;
};

TEST_F(MetricsStrangers, AnAcceptedTokenIsAnsweredWithoutAWait) {
  EXPECT_EQ(200, Get("good"));
  FillUp();
  EXPECT_EQ(200, Get("good"));
}

TEST_F(MetricsStrangers, AFurtherReviewGets503) {
  FillUp();
  for (int i = 0; i < 100; ++i) {
    const auto response = handler_({.path = "/metrics", .authorization = "Bearer more" + std::to_string(i)}, {});
    EXPECT_EQ(503, response.status);
    EXPECT_EQ(1, response.retry_after);
  }
  server_.BeSilent(false);
  requests_.clear();
  EXPECT_EQ(401, Get("more1")) << "it is not remembered, and there is room again";
}

TEST_F(MetricsStrangers, ATokenThatWasAcceptedIsReviewedAgainBeforeThem) {
  EXPECT_EQ(200, Get("good"));
  clock_.Advance(ReviewAnswers::kAcceptedFor);
  FillUp();
  Ask("good", 200);
  server_.WaitForAsked(MetricsAccess::kMaxNewReviews + 1);
}

TEST_F(MetricsStrangers, RequestsWithOneTokenShareItsReview) {
  EXPECT_EQ(401, Get("bad"));
  EXPECT_EQ(1, server_.asked());
  clock_.Advance(ReviewAnswers::kRefusedFor);
  server_.BeSilent(true);
  for (int i = 0; i < MetricsAccess::kMaxNewReviews; ++i) Ask("bad", 401);
  server_.WaitForAsked(1);
  server_.BeSilent(false);
  requests_.clear();
  EXPECT_EQ(2, server_.asked());
}

TEST_F(MetricsStrangers, AStopEndsAllWaits) {
  server_.BeSilent(true);
  std::stop_source stop;
  for (int i = 0; i < MetricsAccess::kMaxNewReviews; ++i) {
    requests_.emplace_back([this, token = stop.get_token()] {
      // The result of the call has no meaning: the stop ends the call before the server answers.
      handler_({.path = "/metrics", .authorization = "Bearer good"}, token);
    });
  }
  server_.WaitForAsked(1);
  stop.request_stop();
  requests_.clear();
}

}  // namespace metrics_access_test

}  // namespace structural::controller
