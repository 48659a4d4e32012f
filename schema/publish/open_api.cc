#include "schema/publish/open_api.h"

namespace structural::publish {
namespace {

constexpr NamedText kDefinitionsV2[] = {
#include "schema/publish/data/definitions_v2.inc"
};
constexpr NamedText kDefinitionsV3[] = {
#include "schema/publish/data/definitions_v3.inc"
};
constexpr NamedText kParametersV2[] = {
#include "schema/publish/data/parameters_v2.inc"
};
constexpr NamedText kPathsV2Namespaced[] = {
#include "schema/publish/data/paths_v2_namespaced.inc"
};
constexpr NamedText kPathsV2Cluster[] = {
#include "schema/publish/data/paths_v2_cluster.inc"
};
constexpr NamedText kPathsV3Namespaced[] = {
#include "schema/publish/data/paths_v3_namespaced.inc"
};
constexpr NamedText kPathsV3Cluster[] = {
#include "schema/publish/data/paths_v3_cluster.inc"
};

using Texts = std::span<const NamedText>;

}  // namespace

Texts KubernetesDefinitions(OpenApi format) {
  return format == OpenApi::kV2 ? Texts(kDefinitionsV2) : Texts(kDefinitionsV3);
}

Texts SharedParameters() { return kParametersV2; }

Texts PathItems(OpenApi format, bool namespaced) {
  if (format == OpenApi::kV2) return namespaced ? Texts(kPathsV2Namespaced) : Texts(kPathsV2Cluster);
  return namespaced ? Texts(kPathsV3Namespaced) : Texts(kPathsV3Cluster);
}

}  // namespace structural::publish
