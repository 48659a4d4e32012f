// The two formats in which a server publishes its schemas.
#pragma once

#include <span>
#include <string_view>

namespace structural::publish {

enum class OpenApi { kV2, kV3 };

// A published text that is the same for every CRD, recorded from Kubernetes' own code by hack/update/published. Static
// storage. Names and texts of paths contain placeholders, like @kind@, for the parts that depend on the CRD.
struct NamedText {
  std::string_view name;
  std::string_view json;
};

// Kubernetes' own types that a CRD's paths and definitions refer to. Those for scale are first.
std::span<const NamedText> KubernetesDefinitions(OpenApi format);
inline constexpr std::string_view kScaleDefinitions = "io.k8s.api.autoscaling.";

// Parameters that paths share in v2.
std::span<const NamedText> SharedParameters();

// All paths of a CRD and its subresources, with their operations.
std::span<const NamedText> PathItems(OpenApi format, bool namespaced);

}  // namespace structural::publish
