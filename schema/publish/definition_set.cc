#include "schema/publish/definition_set.h"

#include "schema/publish/definitions.h"
#include "schema/publish/member_writer.h"
#include "schema/publish/open_api_data.h"

namespace structural::publish {

void AppendDefinitions(const Resource& resource, OpenApi format, Scope scope, base::Arena& arena,
                       std::string& to) {
  MemberWriter members(arena, to += '{');
  const auto append = [&](const Definition& definition) {
    if (scope == Scope::kOwn && definition.name.starts_with("io.k8s.")) return;
    members.AnyKey(definition.name) += definition.schema;
  };
  const Definition kind = KindDefinition(resource, format, arena);
  const Definition list = ListDefinition(resource, format, arena);
  if (kind.name != list.name) append(kind);
  append(list);
  if (scope == Scope::kWhole) {
    for (const auto& [name, schema] : KubernetesDefinitions(format)) {
      const bool for_scale = name.starts_with(kScaleDefinitions);
      if (!for_scale || resource.subresources.scale) members.Raw(name, schema);
    }
  }
  to += '}';
}

}  // namespace structural::publish
