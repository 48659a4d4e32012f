#include "schema/kubernetes/built_in.h"

#include <algorithm>

namespace structural::kubernetes {
namespace {

// The API groups of Kubernetes, sorted by name. The test `oracle.built_in_groups` compares this list with the modules
// below.
//
// Upstream: each `const GroupName` in k8s.io/api (v0.21.14 to v0.37.2); k8s.io/apiextensions-apiserver
// pkg/apis/apiextensions (v0.37.2); k8s.io/kube-aggregator pkg/apis/apiregistration (v0.37.2).
constexpr std::string_view kGroups[] = {
    "admission.k8s.io",
    "admissionregistration.k8s.io",
    "apidiscovery.k8s.io",
    "apiextensions.k8s.io",
    "apiregistration.k8s.io",
    "apps",
    "authentication.k8s.io",
    "authorization.k8s.io",
    "autoscaling",
    "batch",
    "certificates.k8s.io",
    "coordination.k8s.io",
    "discovery.k8s.io",
    "events.k8s.io",
    "extensions",
    "flowcontrol.apiserver.k8s.io",
    "imagepolicy.k8s.io",
    "internal.apiserver.k8s.io",
    "lifecycle.k8s.io",
    "networking.k8s.io",
    "node.k8s.io",
    "policy",
    "rbac.authorization.k8s.io",
    "resource.k8s.io",
    "scheduling.k8s.io",
    "storage.k8s.io",
    "storagemigration.k8s.io",
};

// Groups of configuration files that components of Kubernetes read. API servers do not serve these groups. Sorted by
// name.
//
// Upstream: k8s.io/apiserver pkg/apis, pkg/admission; k8s.io/client-go pkg/apis; k8s.io/pod-security-admission
// admission/api (v0.37.2); the folders config of k8s.io/kubelet, kube-proxy, kube-scheduler,
// kube-controller-manager and cloud-provider; kubernetes cmd/kubeadm/app/apis, pkg/apis/abac (v1.37.2).
constexpr std::string_view kConfigurations[] = {
    "abac.authorization.kubernetes.io",
    "apiserver.config.k8s.io",
    "apiserver.k8s.io",
    "audit.k8s.io",
    "client.authentication.k8s.io",
    "cloudcontrollermanager.config.k8s.io",
    "controllermanager.config.k8s.io",
    "credentialprovider.kubelet.k8s.io",
    "kubeadm.k8s.io",
    "kubecontrollermanager.config.k8s.io",
    "kubelet.config.k8s.io",
    "kubeproxy.config.k8s.io",
    "kubescheduler.config.k8s.io",
    "pod-security.admission.config.k8s.io",
    "resourcequota.admission.k8s.io",
};

static_assert(std::ranges::is_sorted(kGroups) && std::ranges::is_sorted(kConfigurations));

}  // namespace

bool IsBuiltIn(std::string_view group, std::string_view version) {
  if (group.empty()) return version == "v1";
  return std::ranges::binary_search(kGroups, group) || std::ranges::binary_search(kConfigurations, group);
}

}  // namespace structural::kubernetes
