// The formats in which a server publishes its schemas, and the published texts that are the same for every CRD.
#pragma once

#include <span>
#include <string_view>

namespace structural::publish {

enum class OpenApi { kV2, kV3 };

// A published text that is the same for every CRD, recorded from Kubernetes' own code by hack/update/published. Static
// storage. Names and texts of paths contain placeholders such as @kind@ for the parts that depend on the CRD.
struct NamedText {
  std::string_view name;
  std::string_view json;
};

// Returns the definitions of Kubernetes' types to which a CRD's paths and definitions refer. If the name of a
// definition begins with kScaleDefinitionPrefix, only the subresource scale refers to the definition.
std::span<const NamedText> KubernetesDefinitions(OpenApi format);
inline constexpr std::string_view kScaleDefinitionPrefix = "io.k8s.api.autoscaling.";

// Returns the parameters of operations that a v2 document defines once for all its paths.
std::span<const NamedText> SharedParameters();

// Returns all paths of a CRD and its subresources, with their operations.
std::span<const NamedText> PathItems(OpenApi format, bool namespaced);

}  // namespace structural::publish
