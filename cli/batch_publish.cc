// {CRD} -> {"name","versions"}: what the server publishes of each version that it serves.
#include <utility>

#include "cli/batch.h"
#include "schema/crd/crd.h"
#include "schema/publish/definition_set.h"
#include "schema/publish/member_writer.h"
#include "schema/publish/paths.h"

namespace structural::cli {
namespace {

using publish::OpenApi;
using publish::Scope;

void AppendVersion(const publish::Resource& resource, Scope scope, base::Arena& arena,
                   std::string& to) {
  publish::MemberWriter members(arena, to += '{');
  publish::AppendDefinitions(resource, OpenApi::kV2, scope, arena, members.Key("v2"));
  if (scope == Scope::kWhole) AppendPaths(resource, OpenApi::kV2, members.Key("v2paths"));
  publish::AppendDefinitions(resource, OpenApi::kV3, scope, arena, members.Key("v3"));
  if (scope == Scope::kWhole) AppendPaths(resource, OpenApi::kV3, members.Key("v3paths"));
  members.AnyText("version", resource.version);
  to += '}';
}

base::Status AppendVersions(const crd::CustomResourceDefinition& crd, Scope scope,
                            base::Arena& arena, std::string& to) {
  char separator = '[';
  for (const crd::Version& version : crd.versions) {
    if (!version.served) continue;
    const publish::Resource resource = publish::ResourceOf(crd, version.name, arena);
    const base::Status names = publish::CheckNames(resource);
    if (!names.ok()) return names;
    AppendVersion(resource, scope, arena, to += std::exchange(separator, ','));
  }
  to += separator == '[' ? "null" : "]";
  return base::Ok();
}

base::Result<std::string> Published(std::string_view line, Scope scope, base::Arena& arena) {
  const auto crd = crd::Decode(line, arena);
  if (!crd.ok()) return crd.error();
  std::string answer = "{";
  publish::MemberWriter members(arena, answer);
  members.AnyText("name", crd->metadata.name);
  const auto done = AppendVersions(*crd, scope, arena, members.Key("versions"));
  if (!done.ok()) return done.error();
  return answer += '}';
}

}  // namespace

base::Result<std::string> BatchKubeOpenApi(std::string_view line, base::Arena& arena) {
  return Published(line, Scope::kOwn, arena);
}

base::Result<std::string> BatchKubeOpenApiWhole(std::string_view line, base::Arena& arena) {
  return Published(line, Scope::kWhole, arena);
}

}  // namespace structural::cli
