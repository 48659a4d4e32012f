#include "test/e2e/kinds.h"

#include "kube/wait.h"

namespace structural::e2e {
namespace {

json Definition(const std::string& group, const std::string& plural, const std::string& kind) {
  return {
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"kind", "CustomResourceDefinition"},
      {"metadata",
       {{"name", plural + "." + group}, {"annotations", {{"api-approved.kubernetes.io", "unapproved, for a test"}}}}},
      {"spec",
       {{"group", group},
        {"scope", "Namespaced"},
        {"names", {{"plural", plural}, {"kind", kind}}},
        {"versions",
         {{{"name", "v1"},
           {"served", true},
           {"storage", true},
           {"schema",
            {{"openAPIV3Schema", {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}}}}}}}}}}};
}

}  // namespace

void ServeKind(Cluster& cluster, const std::string& group, const std::string& plural, const std::string& kind) {
  cluster.Create(Definition(group, plural, kind));
  cluster.WaitFor(plural + "." + group, "established", IsEstablished);
  const std::string path = "/apis/" + group + "/v1/" + plural;
  while (!cluster.client().Get(path, {}).ok()) kube::SleepFor(std::chrono::milliseconds(20), {});
}

}  // namespace structural::e2e
