// Tests of which step of a certificate renewal is due at which time.
#include "webhook/certs/plan.h"

#include <gtest/gtest.h>

#include "webhook/certs/certificate.h"

namespace structural::certs {
namespace plan_test {

using namespace std::chrono_literals;

const Moment kStart{std::chrono::seconds(1'700'000'000)};

class PlanTest : public ::testing::Test {
 protected:
  Plan At(Moment now) {
    const auto plan = MakePlan(stored_, terms_, now);
    EXPECT_TRUE(plan.ok());
    return plan.ok() ? *plan : Plan{};
  }

  // Applies the step that is due at `now` to stored_. Returns this step.
  Step Do(Moment now) {
    const Plan plan = At(now);
    const auto after = ApplyStep(plan, stored_, terms_, now);
    EXPECT_TRUE(after.ok());
    if (after.ok()) stored_ = *after;
    return plan.step;
  }

  std::size_t trusted() { return SplitAuthorities(stored_.authorities).size(); }

  CertificatePolicy terms_{.hosts = {"a.b.svc"}, .validity = 100h, .renew_before = 30h, .overlap = 5h};
  StoredCertificates stored_;
};

TEST_F(PlanTest, HasTheStepsOfACertificatesLife) {
  EXPECT_EQ(Step::kIssue, Do(kStart));
  EXPECT_EQ(1u, trusted());
  const std::string first = stored_.certificate;
  Plan rest = At(kStart + 69h);
  EXPECT_EQ(Step::kNone, rest.step);
  EXPECT_EQ(kStart + 70h, rest.next_step_at);

  EXPECT_EQ(Step::kPrepare, Do(kStart + 70h));
  EXPECT_EQ(first, stored_.certificate) << "it is still served";
  EXPECT_EQ(2u, trusted());
  rest = At(kStart + 70h + 29s);
  EXPECT_EQ(Step::kNone, rest.step);
  EXPECT_TRUE(rest.pending);
  EXPECT_EQ(kStart + 70h + 30s, rest.next_step_at);

  EXPECT_EQ(Step::kSwap, Do(kStart + 70h + 30s));
  EXPECT_NE(first, stored_.certificate);
  EXPECT_EQ("", stored_.next_certificate + stored_.next_key);
  EXPECT_EQ(2u, trusted()) << "somebody may serve the old one yet";
  rest = At(kStart + 75h);
  EXPECT_EQ(Step::kNone, rest.step);
  EXPECT_FALSE(rest.pending);
  EXPECT_EQ(kStart + 75h + 30s, rest.next_step_at);

  EXPECT_EQ(Step::kPruneCA, Do(kStart + 75h + 30s));
  EXPECT_EQ(1u, trusted());
  EXPECT_EQ(Step::kNone, Do(kStart + 76h));
  EXPECT_EQ(kStart + 140h, At(kStart + 76h).next_step_at);
}

TEST_F(PlanTest, IsValidForClientsWithASlowClock) {
  terms_.skew = 2h;
  Do(kStart);
  EXPECT_EQ(Step::kNone, At(kStart - 3h).step);
  EXPECT_EQ(Step::kPrepare, At(kStart - 5h).step) << "the clock that it was made by was wrong";
}

TEST_F(PlanTest, AnotherSpellingOfAHostCausesNoRenewal) {
  terms_.hosts = {"2001:DB8:0::1", "0:0:0:0:0:0:0:1", "010.0.0.1", "W.example.com"};
  EXPECT_EQ(Step::kIssue, Do(kStart));
  const Plan rest = At(kStart + 1h);
  EXPECT_EQ(Step::kNone, rest.step) << rest.reason;
}

TEST_F(PlanTest, AnotherHostIsAReasonToRenew) {
  Do(kStart);
  terms_.hosts.push_back("c.b.svc");
  EXPECT_EQ(Step::kPrepare, At(kStart + 1h).step);
  EXPECT_EQ("it is not valid for c.b.svc", At(kStart + 1h).reason);
  terms_.hosts = {"c.b.svc"};
  EXPECT_EQ(Step::kPrepare, Do(kStart + 1h));
  EXPECT_EQ(Step::kSwap, Do(kStart + 2h));
  EXPECT_EQ(Step::kPruneCA, Do(kStart + 7h));
  EXPECT_EQ(Step::kNone, At(kStart + 7h).step);
}

TEST_F(PlanTest, RenewsABrokenCertificate) {
  Do(kStart);
  const std::string authorities = stored_.authorities;
  stored_.key = "x";
  EXPECT_EQ(Step::kIssue, Do(kStart + 1h));
  EXPECT_EQ(2u, trusted()) << "replicas have the old one in memory";
  stored_.authorities = "";
  EXPECT_EQ(Step::kIssue, Do(kStart + 2h));
  EXPECT_EQ(Step::kNone, At(kStart + 2h).step);
}

TEST_F(PlanTest, DropsABrokenNextCertificate) {
  Do(kStart);
  Do(kStart + 70h);
  stored_.next_key = "x";
  EXPECT_EQ(Step::kPrepare, Do(kStart + 71h));
  EXPECT_EQ(Step::kSwap, Do(kStart + 72h));
  EXPECT_EQ(3u, trusted());
  EXPECT_EQ(Step::kPruneCA, Do(kStart + 77h));
  EXPECT_EQ(1u, trusted());
}

TEST_F(PlanTest, DoesNotServeAnOldNextCertificate) {
  Do(kStart);
  Do(kStart + 70h);
  EXPECT_EQ(Step::kPrepare, Do(kStart + 200h)) << "it ends soon itself";
  EXPECT_EQ(Step::kSwap, Do(kStart + 201h));
}

TEST_F(PlanTest, KeepsCertificatesOfOtherIssuers) {
  Do(kStart);
  stored_.served_since.reset();
  const auto plan = MakePlan(stored_, terms_, kStart);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(base::ErrorCode::kInvalidInput, plan.error().code());
}

TEST_F(PlanTest, RefusesContradictoryTerms) {
  EXPECT_TRUE(CheckPolicy(terms_).ok());
  EXPECT_FALSE(CheckPolicy({.hosts = {"a"}, .validity = 10h, .renew_before = 10h, .overlap = 1h}).ok());
  EXPECT_FALSE(CheckPolicy({.hosts = {"a"}, .validity = 10h, .renew_before = 2h, .overlap = 3h}).ok());
  EXPECT_FALSE(CheckPolicy({.hosts = {"a"}, .validity = 30s, .renew_before = 2s, .overlap = 1s}).ok());
}

}  // namespace plan_test
}  // namespace structural::certs
