// Leases and Events on a real API server. The server has no built-in Leases and Events, so CRDs define them. Names,
// resourceVersions and conflicts are still the server's own.
#include <gtest/gtest.h>

#include "kube/event.h"
#include "kube/lease.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/kinds.h"

namespace structural::e2e {
namespace objects_test {

using base::ErrorCode;

class ObjectsE2e : public ApiServerTest<> {};

TEST_F(ObjectsE2e, TheFasterClientWinsTheLease) {
  Cluster cluster;
  kube::Client& client = cluster.client();
  ServeKind(cluster, "coordination.k8s.io", "leases", "Lease");
  const auto none = kube::GetLease(client, "ops", "leader", {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(ErrorCode::kNotFound, none.error().code());

  kube::Lease lease{.namespace_ = "ops", .name = "leader", .holder_identity = "a"};
  lease.lease_duration_seconds = 15;
  lease.renew_time = *kube::ParseMicroTime("2026-11-21T04:08:43.000001Z");
  auto made = kube::CreateLease(client, lease, {});
  ASSERT_TRUE(made.ok()) << made.error().message();
  const auto second = kube::CreateLease(client, lease, {});
  ASSERT_FALSE(second.ok());
  EXPECT_EQ("AlreadyExists", second.error().reason());

  auto one = kube::GetLease(client, "ops", "leader", {});
  auto two = kube::GetLease(client, "ops", "leader", {});
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ(lease.renew_time, one->renew_time);
  one->holder_identity = "b";
  one->lease_transitions = 1;
  two->holder_identity = "c";
  ASSERT_TRUE(kube::UpdateLease(client, *one, {}).ok());
  const auto late = kube::UpdateLease(client, *two, {});
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(ErrorCode::kConflict, late.error().code());
  EXPECT_EQ("Conflict", late.error().reason());
  EXPECT_EQ("b", kube::GetLease(client, "ops", "leader", {})->holder_identity);
}

TEST_F(ObjectsE2e, CreatesAnEventIfTheServerServesEvents) {
  Cluster cluster;
  kube::EventWriter writer(cluster.client());
  kube::Event event{.regarding = {.api_version = "apiextensions.k8s.io/v1",
                                  .kind = "CustomResourceDefinition",
                                  .name = "widgets.example.com"},
                    .reason = "Tested",
                    .action = "Test",
                    .note = "n",
                    .reporting_controller = "structural.example.com/test",
                    .reporting_instance = "i",
                    .time = *kube::ParseMicroTime("2026-11-21T04:08:43.000001Z")};
  const base::Status neither = writer.Write(event, {});
  ASSERT_FALSE(neither.ok());
  EXPECT_EQ(ErrorCode::kNotFound, neither.error().code());
  ServeKind(cluster, "events.k8s.io", "events", "Event");
  const base::Status written = writer.Write(event, {});
  ASSERT_TRUE(written.ok()) << written.error().message();
  const auto list = cluster.client().Get("/apis/events.k8s.io/v1/namespaces/default/events", {});
  ASSERT_TRUE(list.ok());
  EXPECT_EQ("Tested", json::parse(*list).at("items").at(0).at("reason"));

  event.series = kube::EventSeries{.count = 5, .last_observed = event.time};
  const base::Status counted = writer.Write(event, {});
  ASSERT_TRUE(counted.ok()) << counted.error().message();
  const auto after = cluster.client().Get("/apis/events.k8s.io/v1/namespaces/default/events", {});
  ASSERT_TRUE(after.ok());
  const json items = json::parse(*after).at("items");
  ASSERT_EQ(1u, items.size());
  EXPECT_EQ(5, items.at(0).at("series").at("count"));
}

}  // namespace objects_test
}  // namespace structural::e2e
