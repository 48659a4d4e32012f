// Tests with servers that serve CustomResourceDefinitions only in an older API version.
#include <csignal>

#include <gtest/gtest.h>

#include "controller/crd_api.h"
#include "kube/client.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"

namespace structural::e2e {
namespace versions_test {

json Crd(const json& schema, bool preserve) {
  return {{"apiVersion", "apiextensions.k8s.io/v1beta1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", "widgets.e2e.example.com"}}},
          {"spec",
           {{"group", "e2e.example.com"},
            {"scope", "Namespaced"},
            {"version", "v1"},
            {"preserveUnknownFields", preserve},
            {"names", {{"plural", "widgets"}, {"kind", "Widget"}}},
            {"validation", {{"openAPIV3Schema", schema}}}}}};
}

class VersionsE2e : public ApiServerTest<> {};

TEST_F(VersionsE2e, TheServedVersionIsDiscovered) {
  Cluster cluster;
  const auto versions = kube::ServedVersions(cluster.client(), "apiextensions.k8s.io", {});
  ASSERT_TRUE(versions.ok()) << versions.error().message();
  EXPECT_EQ((std::vector<std::string>{"v1", "v1beta1"}), *versions);
  const auto none = kube::ServedVersions(cluster.client(), "nobody.example.com", {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(base::ErrorCode::kNotFound, none.error().code());
}

// CRDs are listed, watched and written in v1beta1, with the same result.
TEST_F(VersionsE2e, OnlyV1beta1) {
  Cluster cluster({.only_v1beta1 = true, .seed = {}});
  const std::string name = "widgets.e2e.example.com";
  const json bad = {{"properties", {{"a", {{"minimum", 1}}}}}};
  const auto gone = cluster.client().Get(kCrds, {});
  ASSERT_FALSE(gone.ok());
  ASSERT_EQ(base::ErrorCode::kNotFound, gone.error().code());

  cluster.Create(Crd(bad, true));
  const auto controller = StartController(cluster);
  const json listed = cluster.WaitFor(
      name, "the condition", [](const json& now) { return IsEstablished(now) && !ConditionOf(now).is_null(); });
  EXPECT_EQ("apiextensions.k8s.io/v1beta1", listed.at("apiVersion"));
  EXPECT_EQ(
      "[spec.preserveUnknownFields: Invalid value: true: must be false, "
      "spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not "
      "be empty for specified object fields, spec.versions[0].schema.openAPIV3Schema.type: "
      "Required value: must not be empty at the root]",
      MessageOf(listed));

  cluster.Replace(Crd({{"type", "object"}}, false));
  const json mended = cluster.WaitFor(name, "no condition", [&](const json& now) {
    return now.at("metadata").at("generation") > listed.at("metadata").at("generation") && ConditionOf(now).is_null();
  });
  EXPECT_TRUE(IsEstablished(mended)) << "the other conditions stay";
  // Waits for the answer to the second write: without it, the controller would not count the write.
  EXPECT_TRUE(controller->WaitForLine("NonStructuralSchema removed"));
  controller->Signal(SIGTERM);
  EXPECT_EQ(0, controller->WaitForExit());
  EXPECT_NE(std::string::npos, controller->Output().find("stopped: 2 writes")) << controller->Output();
}

}  // namespace versions_test
}  // namespace structural::e2e
