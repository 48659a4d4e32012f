// Tests of several replicas: one leads and writes, and another takes over when the leader ends.
#include <csignal>
#include <ctime>

#include <gtest/gtest.h>

#include "kube/lease.h"
#include "kube/wait.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"
#include "test/e2e/kinds.h"

namespace structural::e2e {
namespace leader_test {

using namespace std::chrono_literals;

class LeaderE2e : public ApiServerTest<> {
 protected:
  void SetUp() override {
    ApiServerTest::SetUp();
    if (IsSkipped()) return;
    cluster_.emplace();
    ServeKind(*cluster_, "coordination.k8s.io", "leases", "Lease");
  }

  std::unique_ptr<ChildProcess> Replica() {
    return StartController(
        *cluster_, {"--leader-elect", "--leader-elect-lease-duration", "2s", "--leader-elect-renew-deadline", "1500ms",
                    "--leader-elect-retry-period", "300ms", "--leader-elect-resource-namespace", "ops", "-v", "1"});
  }
  static bool Leads(const ChildProcess& replica) { return replica.Output().find("] leading") != std::string::npos; }
  // Creates a CRD with violations, and waits until a controller has written its condition.
  void ChangeAndWait(const std::string& kind) {
    const json crd = NonStructural(kind);
    cluster_->Create(crd);
    cluster_->WaitFor(NameOf(crd), "condition", [](const json& now) { return !ConditionOf(now).is_null(); });
  }

  std::optional<Cluster> cluster_;
};

TEST_F(LeaderE2e, OneWritesAndTheOtherTakesOverWhenItEnds) {
  const auto first = Replica();
  ASSERT_TRUE(first->WaitForLine("leading"));
  const auto second = Replica();
  ChangeAndWait("One");
  EXPECT_FALSE(Leads(*second));
  EXPECT_EQ(std::string::npos, second->Output().find("NonStructuralSchema added"));
  first->Signal(SIGTERM);
  EXPECT_EQ(0, first->WaitForExit());
  EXPECT_NE(std::string::npos, first->Output().find("released the lease"));
  ASSERT_TRUE(second->WaitForLine("leading"));
  ChangeAndWait("Two");
  ASSERT_TRUE(second->WaitForLine(R"(crd="two.e2e.example.com")"));
  second->Signal(SIGTERM);
  EXPECT_EQ(0, second->WaitForExit());
  EXPECT_NE(std::string::npos, second->Output().find("stopped: 1 writes")) << second->Output();
}

TEST_F(LeaderE2e, AnotherReplicaFinishesTheWorkOfAKilledLeader) {
  auto leader = Replica();
  ASSERT_TRUE(leader->WaitForLine("leading"));
  for (int round = 0; round < 3; ++round) {
    auto standby = Replica();
    leader->Signal(SIGKILL);
    // At this moment, no replica leads. The standby has received the event of this CRD, and writes the condition once
    // it leads.
    ChangeAndWait("Kind" + std::to_string(round));
    EXPECT_TRUE(Leads(*standby));
    leader = std::move(standby);
  }
}

TEST_F(LeaderE2e, ALeaderThatWasStoppedEndsAndWritesNothing) {
  const auto first = Replica();
  ASSERT_TRUE(first->WaitForLine("leading"));
  const auto second = Replica();
  first->Signal(SIGSTOP);
  ASSERT_TRUE(second->WaitForLine("leading"));
  ChangeAndWait("One");
  first->Signal(SIGCONT);
  EXPECT_EQ(1, first->WaitForExit());
  EXPECT_NE(std::string::npos, first->Output().find("leader election lost")) << first->Output();
  EXPECT_NE(std::string::npos, first->Output().find("stopped: 0 writes")) << first->Output();
}

}  // namespace leader_test
}  // namespace structural::e2e
