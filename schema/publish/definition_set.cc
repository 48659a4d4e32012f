#include "schema/publish/definition_set.h"

#include <utility>

#include "schema/publish/open_api_data.h"

namespace structural::publish {

std::vector<Definition> DefinitionsOf(const Resource& resource, Definition kind, OpenApi format,
                                      Scope scope, base::Arena& arena) {
  std::vector<Definition> all;
  Definition list = ListDefinition(resource, format, arena);
  if (kind.name != list.name) all.push_back(std::move(kind));
  all.push_back(std::move(list));
  if (scope == Scope::kOwn) return all;
  for (const auto& [name, schema] : KubernetesDefinitions(format)) {
    const bool for_scale = name.starts_with(kScaleDefinitions);
    if (!for_scale || resource.subresources.scale) {
      all.push_back({std::string(name), std::string(schema)});
    }
  }
  return all;
}

}  // namespace structural::publish
