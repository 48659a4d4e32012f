// The two formats that a server publishes its schemas in.
#pragma once

#include <span>
#include <string_view>

namespace structural::publish {

enum class OpenApi { kV2, kV3 };

// What a server publishes for every CRD, as data that its own code has written:
// hack/update-published.
//
// Static storage. Names and texts of paths have marks between two @ in the place of what depends on
// the CRD.
struct NamedText {
  std::string_view name;
  std::string_view json;
};

// Kubernetes' own types that a CRD's paths and definitions refer to; those for scale come first.
std::span<const NamedText> KubernetesDefinitions(OpenApi format);
inline constexpr std::string_view kScaleDefinitions = "io.k8s.api.autoscaling.";

// What v2 shares between paths.
std::span<const NamedText> SharedParameters();

// Everything that there is on each path, with the subresources.
std::span<const NamedText> PathItems(OpenApi format, bool namespaced);

}  // namespace structural::publish
