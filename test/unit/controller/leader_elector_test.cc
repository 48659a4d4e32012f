// Tests of several replicas on an API server in memory. Time passes only while a replica waits.
#include "controller/leader_elector.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_answers.h"
#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"
#include "test/support/log.h"

namespace structural::controller {
namespace leader_elector_test {

using namespace std::chrono_literals;
using base::ErrorCode;
using nlohmann::json;

constexpr const char* kPath = "/apis/coordination.k8s.io/v1/namespaces/ops/leases/leader";

class LeaderElectorTest : public testing::Test {
 protected:
  // FakeTransport answers GET of a missing object with 404 only if its collection has another object.
  LeaderElectorTest() { server_.Put("/apis/coordination.k8s.io/v1/namespaces/ops/leases/other", "{}"); }
  LeaderElectionOptions Options(const std::string& identity) {
    return {.namespace_ = "ops",
            .name = "leader",
            .identity = identity,
            .sleep =
                [this](std::chrono::milliseconds wait, std::stop_token) {
                  clock_.Advance(wait);
                  slept_.push_back(wait);
                  if (on_sleep_) on_sleep_();
                  return !stop_.stop_requested();
                },
            .random = [] { return 0.5; }};
  }
  json Spec() { return json::parse(*server_.Object(kPath)).at("spec"); }
  // Makes the server refuse each renewal of the lease from now on.
  void Break() {
    on_sleep_ = [this] { server_.AnswerNext("", kube::Response{503, {}, ""}); };
  }
  void StopAfter(int sleeps) {
    on_sleep_ = [this, sleeps, n = 0]() mutable {
      if (++n == sleeps) stop_.request_stop();
    };
  }

  test::FakeTransport server_;
  test::FakeClock clock_;
  std::stop_source stop_;
  std::vector<std::chrono::milliseconds> slept_;
  std::function<void()> on_sleep_;
  int regained_ = 0;
  const std::function<void()> on_regained_ = [this] { ++regained_; };
  LeaderElector a_{server_, clock_, Options("a")};
  LeaderElector b_{server_, clock_, Options("b")};
};

TEST_F(LeaderElectorTest, TheFirstOneCreatesTheLease) {
  EXPECT_FALSE(a_.IsLeader());
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  EXPECT_TRUE(a_.IsLeader());
  EXPECT_EQ("a", Spec().at("holderIdentity"));
  EXPECT_EQ(15, Spec().at("leaseDurationSeconds"));
  EXPECT_EQ(0, Spec().at("leaseTransitions"));
  EXPECT_EQ(Spec().at("acquireTime"), Spec().at("renewTime"));
  EXPECT_TRUE(slept_.empty());
}

TEST_F(LeaderElectorTest, ReportsAMissingNamespace) {
  const test::Log log;
  StopAfter(1);
  server_.AnswerNext("POST", test::StatusObject(404, "NotFound", "namespaces \"ops\" not found"));
  EXPECT_EQ(ErrorCode::kCancelled, a_.Acquire(stop_.get_token()).error().code());
  EXPECT_NE(std::string::npos, log.text.find("namespaces \"ops\" not found")) << log.text;
}

TEST_F(LeaderElectorTest, RenewsWithOneRequestEachPeriod) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  const json before = Spec();
  const std::size_t asked = server_.requests().size();
  StopAfter(6);
  ASSERT_TRUE(a_.Renew(stop_.get_token(), on_regained_).ok());
  EXPECT_EQ(std::vector<std::chrono::milliseconds>(6, 2s), slept_);
  EXPECT_EQ(asked + 5, server_.requests().size());
  EXPECT_EQ(before.at("acquireTime"), Spec().at("acquireTime"));
  EXPECT_NE(before.at("renewTime"), Spec().at("renewTime"));
  EXPECT_EQ(0, Spec().at("leaseTransitions"));
  EXPECT_EQ(0, regained_);
}

TEST_F(LeaderElectorTest, AnotherWaitsWhileTheLeaseIsRenewed) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  int renewals = 0;
  on_sleep_ = [&] {  // replica a renews the lease each time replica b waits for it
    json object = json::parse(*server_.Object(kPath));
    object["spec"]["renewTime"] = std::to_string(++renewals);
    server_.Put(kPath, object.dump());
    if (renewals == 20) stop_.request_stop();
  };
  EXPECT_EQ(ErrorCode::kCancelled, b_.Acquire(stop_.get_token()).error().code());
  EXPECT_EQ("a", Spec().at("holderIdentity"));
  EXPECT_EQ("a", b_.Holder());
  EXPECT_FALSE(b_.IsLeader());
  EXPECT_EQ(3200ms, slept_.front()) << "the retry period and half of its jitter";
}

TEST_F(LeaderElectorTest, AnotherReplicaTakesOverAnExpiredLease) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  const auto begun = clock_.Now();
  ASSERT_TRUE(b_.Acquire(stop_.get_token()).ok());
  EXPECT_EQ("b", Spec().at("holderIdentity"));
  EXPECT_EQ(1, Spec().at("leaseTransitions"));
  EXPECT_GE(clock_.Now() - begun, 15s);
  EXPECT_LE(clock_.Now() - begun, 15s + 2 * 2200ms * 2);
  EXPECT_FALSE(a_.IsLeader()) << "it must know without asking";
}

TEST_F(LeaderElectorTest, TheOldHolderNoticesThatItWasReplaced) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  ASSERT_TRUE(b_.Acquire(stop_.get_token()).ok());
  const auto lost = a_.Renew(stop_.get_token(), on_regained_);
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ("the lease was taken over by b", lost.error().message());
  EXPECT_FALSE(a_.IsLeader());
  EXPECT_EQ("b", Spec().at("holderIdentity"));
}

TEST_F(LeaderElectorTest, IsLostWhenItCannotBeRenewedInTime) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  Break();
  const auto lost = a_.Renew(stop_.get_token(), on_regained_);
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ("the lease could not be renewed for 10000 ms", lost.error().message());
  EXPECT_FALSE(a_.IsLeader());
  EXPECT_EQ(5u, slept_.size());
}

TEST_F(LeaderElectorTest, AFailedRenewalIsTriedAgain) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  int n = 0;
  on_sleep_ = [&] {
    if (++n < 4) server_.AnswerNext("", kube::Response{503, {}, ""});
    if (n == 6) stop_.request_stop();
  };
  EXPECT_TRUE(a_.Renew(stop_.get_token(), on_regained_).ok());
  EXPECT_TRUE(a_.IsLeader());
}

TEST_F(LeaderElectorTest, AProcessThatWasStoppedMayNotWrite) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  clock_.Advance(9999ms);
  EXPECT_TRUE(a_.IsLeader());
  clock_.Advance(1ms);
  EXPECT_FALSE(a_.IsLeader());
}

TEST_F(LeaderElectorTest, ReportsWhenDelayedWritesAreDue) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  int n = 0;
  on_sleep_ = [&] {
    if (++n == 4) {
      stop_.request_stop();
      return;
    }
    if (n != 2) return;
    clock_.Advance(9s);
    EXPECT_FALSE(a_.IsLeader()) << "and somebody is told so";
    EXPECT_EQ(0, regained_);
  };
  EXPECT_TRUE(a_.Renew(stop_.get_token(), on_regained_).ok());
  EXPECT_TRUE(a_.IsLeader()) << "nobody else had taken it";
  EXPECT_EQ(1, regained_);
}

TEST_F(LeaderElectorTest, AReleasedLeaseIsTakenAtOnce) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  a_.Release();
  EXPECT_FALSE(a_.IsLeader());
  EXPECT_EQ("", Spec().at("holderIdentity"));
  EXPECT_EQ(1, Spec().at("leaseDurationSeconds"));
  ASSERT_TRUE(b_.Acquire(stop_.get_token()).ok());
  EXPECT_TRUE(slept_.empty());
  EXPECT_EQ("b", Spec().at("holderIdentity"));
}

// The lease on the server is newer than the one in the last answer to a_. This happens if the process is stopped before
// the answer to a renewal arrives. Still, a_ must release the lease.
TEST_F(LeaderElectorTest, ALeaseThatIsNewerThanWasSeenIsReleased) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  server_.Put(kPath, *server_.Object(kPath));
  a_.Release();
  EXPECT_EQ("", Spec().at("holderIdentity"));
}

TEST_F(LeaderElectorTest, DoesNotReleaseTheLeaseOfAnother) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  ASSERT_TRUE(b_.Acquire(stop_.get_token()).ok());
  a_.Release();
  EXPECT_EQ("b", Spec().at("holderIdentity"));
}

TEST_F(LeaderElectorTest, ReleasesOnlyItsOwnLease) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  const std::size_t asked = server_.requests().size();
  b_.Release();
  EXPECT_EQ(asked, server_.requests().size());
}

TEST_F(LeaderElectorTest, OneOfTwoWinsARace) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  a_.Release();
  // The test simulates a race: b reads the free lease, but a writes it before b does. The server therefore answers b's
  // write with a conflict.
  int n = 0;
  on_sleep_ = [&] {
    if (++n == 2) stop_.request_stop();
  };
  server_.AnswerNext("PUT", kube::Response{409, {}, R"({"kind":"Status","reason":"Conflict"})"});
  json object = json::parse(*server_.Object(kPath));
  EXPECT_TRUE(b_.Acquire(stop_.get_token()).ok()) << "the next try succeeds";
  EXPECT_EQ(1, n);
}

TEST_F(LeaderElectorTest, KeepsLabelsOfOtherClients) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  json object = json::parse(*server_.Object(kPath));
  object["metadata"]["labels"] = {{"by", "somebody"}};
  server_.Put(kPath, object.dump());
  StopAfter(4);
  EXPECT_TRUE(a_.Renew(stop_.get_token(), on_regained_).ok());
  EXPECT_TRUE(a_.IsLeader());
  object = json::parse(*server_.Object(kPath));
  EXPECT_EQ("somebody", object["metadata"]["labels"]["by"]);
}

TEST_F(LeaderElectorTest, ALeaseThatWasDeletedIsCreatedAgain) {
  ASSERT_TRUE(a_.Acquire(stop_.get_token()).ok());
  server_.Remove(kPath);
  StopAfter(3);
  EXPECT_TRUE(a_.Renew(stop_.get_token(), on_regained_).ok());
  EXPECT_EQ("a", Spec().at("holderIdentity"));
}

TEST(LeaderElectionOptionsTest, AreChecked) {
  LeaderElectionOptions options;
  EXPECT_TRUE(CheckOptions(options).ok());
  options.renew_deadline = options.lease_duration;
  EXPECT_FALSE(CheckOptions(options).ok());
  options = {.renew_deadline = 2400ms, .retry_period = 2000ms};
  EXPECT_FALSE(CheckOptions(options).ok());
  options = {.retry_period = 0ms};
  EXPECT_FALSE(CheckOptions(options).ok());
}

TEST(LeaderElectionOptionsTest, IdentitiesDiffer) {
  const std::string one = NewIdentity("pod");
  EXPECT_EQ(0u, one.find("pod_"));
  EXPECT_EQ(40u, one.size());
  EXPECT_NE(one, NewIdentity("pod"));
}

}  // namespace leader_elector_test
}  // namespace structural::controller
