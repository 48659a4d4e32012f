// A client that sends many unknown tokens does not keep other clients from the metrics.
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "controller/metrics_access.h"
#include "test/support/manual_clock.h"

namespace structural::controller {
namespace metrics_strangers_test {

// Accepts the tokens that begin with "good". While it is silent, it answers no request.
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
  // Sends a request on a thread of its own.
  void Ask(const std::string& token, int expected) {
    requests_.emplace_back([this, token, expected] { EXPECT_EQ(expected, Get(token)) << token; });
  }
  // Makes as many reviews wait as the handler allows.
  void FillUp() {
    server_.BeSilent(true);
    for (int i = 0; i < MetricsAccess::kNewReviews; ++i) Ask("bad" + std::to_string(i), 401);
    server_.WaitForAsked(MetricsAccess::kNewReviews);
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
  server_.WaitForAsked(MetricsAccess::kNewReviews + 1);
}

TEST_F(MetricsStrangers, RequestsWithOneTokenShareItsReview) {
  EXPECT_EQ(401, Get("bad"));
  EXPECT_EQ(1, server_.asked());
  clock_.Advance(ReviewAnswers::kRefusedFor);
  server_.BeSilent(true);
  for (int i = 0; i < MetricsAccess::kNewReviews; ++i) Ask("bad", 401);
  server_.WaitForAsked(1);
  server_.BeSilent(false);
  requests_.clear();
  EXPECT_EQ(2, server_.asked());
}

TEST_F(MetricsStrangers, AStopEndsAllWaits) {
  server_.BeSilent(true);
  std::stop_source stop;
  for (int i = 0; i < MetricsAccess::kNewReviews; ++i) {
    requests_.emplace_back([this, token = stop.get_token()] {
      // The result does not matter: the server has not answered before the stop.
      handler_({.path = "/metrics", .authorization = "Bearer good"}, token);
    });
  }
  server_.WaitForAsked(1);
  stop.request_stop();
  requests_.clear();
}

}  // namespace metrics_strangers_test
}  // namespace structural::controller
