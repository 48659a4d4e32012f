// Tests of Leases on an API server in memory: reading them, and the fields that a write must keep.
#include "kube/lease.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::kube {
namespace lease_test {

using base::ErrorCode;
using nlohmann::json;

constexpr const char* kPath = "/apis/coordination.k8s.io/v1/namespaces/ops/leases/leader";

class LeaseTest : public ::testing::Test {
 protected:
  json Stored() { return json::parse(*server_.Object(kPath)); }

  test::FakeTransport server_;
  Client client_{server_};
  Lease mine_{.namespace_ = "ops",
              .name = "leader",
              .holder_identity = "a",
              .lease_duration_seconds = 15,
              .acquire_time = MicroTime(std::chrono::microseconds(1'700'000'000'000'001)),
              .renew_time = MicroTime(std::chrono::microseconds(1'700'000'005'250'000))};
};

TEST_F(LeaseTest, IsCreatedReadAndWrittenOver) {
  server_.Put("/apis/coordination.k8s.io/v1/namespaces/ops/leases/other", "{}");
  const auto none = GetLease(client_, "ops", "leader", {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(ErrorCode::kNotFound, none.error().code());

  ASSERT_TRUE(CreateLease(client_, mine_, {}).ok());
  EXPECT_EQ(json({{"holderIdentity", "a"},
                  {"leaseDurationSeconds", 15},
                  {"acquireTime", "2023-11-14T22:13:20.000001Z"},
                  {"renewTime", "2023-11-14T22:13:25.250000Z"},
                  {"leaseTransitions", 0}}),
            Stored().at("spec"));
  const auto again = CreateLease(client_, mine_, {});
  ASSERT_FALSE(again.ok());
  EXPECT_EQ("AlreadyExists", again.error().reason());

  auto found = GetLease(client_, "ops", "leader", {});
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_EQ("a", found->holder_identity);
  EXPECT_EQ(mine_.renew_time, found->renew_time);
  EXPECT_EQ(mine_.acquire_time, found->acquire_time);
  found->holder_identity = "b";
  ++found->lease_transitions;
  const auto taken = UpdateLease(client_, *found, {});
  ASSERT_TRUE(taken.ok()) << taken.error().message();
  EXPECT_EQ("b", Stored().at("spec").at("holderIdentity"));
  EXPECT_EQ(1, taken->lease_transitions);
  EXPECT_NE(found->resource_version, taken->resource_version);
  EXPECT_EQ(ErrorCode::kConflict, UpdateLease(client_, *found, {}).error().code());
}

TEST_F(LeaseTest, AWriteKeepsUnknownFields) {
  server_.Put(kPath, R"({"kind":"Lease","metadata":{"labels":{"a":"b"}},
      "spec":{"holderIdentity":"x","strategy":"OldestEmulationVersion","renewTime":null,
              "acquireTime":"2026-01-02T03:04:05.5+01:00"}})");
  auto lease = GetLease(client_, "ops", "leader", {});
  ASSERT_TRUE(lease.ok()) << lease.error().message();
  EXPECT_EQ("2026-01-02T02:04:05.500000Z", FormatMicroTime(*lease->acquire_time));
  EXPECT_FALSE(lease->renew_time.has_value());
  lease->namespace_ = "ops";
  lease->holder_identity = "";
  ASSERT_TRUE(UpdateLease(client_, *lease, {}).ok());
  EXPECT_EQ("b", Stored().at("metadata").at("labels").at("a"));
  EXPECT_EQ("OldestEmulationVersion", Stored().at("spec").at("strategy"));
  EXPECT_EQ("", Stored().at("spec").at("holderIdentity"));
  EXPECT_FALSE(Stored().at("spec").contains("renewTime"));
}

TEST_F(LeaseTest, AnInvalidAnswerIsAnError) {
  for (const char* body : {"", "[]", "{}", R"({"kind":"Status"})", R"({"kind":"Lease")"}) {
    server_.AnswerNext("GET", Response{200, {}, body});
    const auto lease = GetLease(client_, "ops", "leader", {});
    ASSERT_FALSE(lease.ok()) << body;
    EXPECT_EQ(ErrorCode::kInvalidInput, lease.error().code());
  }
  server_.AnswerNext("GET", Response{200, {}, R"({"kind":"Lease","metadata":5,"spec":
      {"holderIdentity":7,"leaseTransitions":"x","renewTime":"soon"}})"});
  const auto odd = GetLease(client_, "ops", "leader", {});
  ASSERT_TRUE(odd.ok());
  EXPECT_EQ("", odd->holder_identity);
}

TEST(MicroTime, ReadsTheFormsOfOtherClients) {
  const std::string exact = "2026-11-21T04:08:43.000001Z";
  EXPECT_EQ(exact, FormatMicroTime(*ParseMicroTime(exact)));
  for (const char* text :
       {"2026-11-21T04:08:43.000001999Z", "2026-11-21T05:08:43.000001+01:00", "2026-11-20T22:38:43.000001-05:30"}) {
    EXPECT_EQ(exact, FormatMicroTime(*ParseMicroTime(text))) << text;
  }
  EXPECT_EQ("1969-12-31T23:59:59.900000Z", FormatMicroTime(*ParseMicroTime("1969-12-31T23:59:59.9Z")));
  for (const char* text : {"", "2026", "2026-02-30T00:00:00Z", "2026-11-21T04:08:43", "soon", "2026-11-21T04:08:43.Z",
                           "2026-11-21T24:00:00Z", "2026-11-21T04:08:43Zx", "2026-11-21T04:08:43+1:00",
                           "2026-11-21T04:08:43+24:00", "2026-11-21 04:08:43Z"}) {
    EXPECT_FALSE(ParseMicroTime(text).has_value()) << text;
  }
}

}  // namespace lease_test
}  // namespace structural::kube
