#include "schema/publish/definition_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "schema/publish/open_api_data.h"

namespace structural::publish {
namespace {

// What only metadata refers to, and so only a kind, or its scale.
constexpr std::string_view kForMetadata[] = {
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
    "io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry",
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
    "io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference",
    "io.k8s.apimachinery.pkg.apis.meta.v1.Time",
};

}  // namespace

std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format,
                                      Scope scope, base::Arena& arena) {
  std::vector<Definition> all;
  Definition list = ListDefinition(resource, format, arena);
  const bool has_kind = kind.name != list.name;
  if (has_kind) all.push_back(std::move(kind));
  all.push_back(std::move(list));
  if (scope == Scope::kOwn) return all;
  for (const auto& [name, schema] : KubernetesDefinitions(format)) {
    const bool for_scale = name.starts_with(kScaleDefinitions);
    const bool for_metadata = std::ranges::find(kForMetadata, name) != std::end(kForMetadata);
    if (resource.subresources.scale || !(for_scale || (for_metadata && !has_kind))) {
      all.push_back({std::string(name), std::string(schema)});
    }
  }
  return all;
}

}  // namespace structural::publish
