// Operations that publish schemas.
#include <algorithm>
#include <utility>

#include "cli/batch/batch.h"
#include "cli/batch/lines.h"
#include "schema/base/output_budget.h"
#include "schema/crd/crd.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/publish/definitions.h"
#include "schema/publish/documents.h"
#include "schema/publish/editor/json_schema.h"

namespace structural::cli {
namespace {

using publish::OpenApi;
using publish::Scope;

// Appends the definitions. Without --whole, omits those of Kubernetes' own types, whose names begin with io.k8s.
void AppendDefinitions(const publish::Resource& resource, OpenApi format, Scope scope, base::Arena& arena,
                       json::Writer& to) {
  to.BeginObject();
  const auto kind = publish::KindDefinition(resource, format, arena);
  for (const auto& [name, schema] : DefinitionsOf(resource, kind, format, scope, arena)) {
    if (scope == Scope::kWhole || !name.starts_with("io.k8s.")) to.AnyKey(name).Raw(schema);
  }
  to.EndObject();
}

void AppendPaths(const publish::Resource& resource, OpenApi format, json::Writer& to) {
  to.BeginObject();
  for (const auto& [path, item] : PathsOf(resource, format)) to.AnyKey(path).Raw(item);
  to.EndObject();
}

void AppendVersion(const publish::Resource& resource, Scope scope, base::Arena& arena, json::Writer& to) {
  to.BeginObject();
  const auto append = [&](OpenApi format, std::string_view definitions, std::string_view paths) {
    AppendDefinitions(resource, format, scope, arena, to.Key(definitions));
    if (scope == Scope::kWhole) AppendPaths(resource, format, to.Key(paths));
  };
  append(OpenApi::kV2, "v2", "v2paths");
  append(OpenApi::kV3, "v3", "v3paths");
  to.Add("version", resource.version).EndObject();
}

// Appends all served versions. A schema that versions share is published for each of them. The working memory of each
// version is freed before the next one.
base::Status AppendVersions(const crd::CustomResourceDefinition& crd, Scope scope, publish::EmptyMembers empty,
                            std::size_t input, base::Arena& arena, std::string& to) {
  const base::Arena::Mark before = arena.Here();
  json::Writer writer(to);
  bool any = false;
  for (const crd::Version& version : crd.versions) {
    if (!version.served) continue;
    publish::Resource resource = publish::ResourceOf(crd, version.name, arena);
    resource.empty_members = empty;
    const base::Status names = publish::CheckNames(resource);
    if (!names.ok()) return names;
    if (!std::exchange(any, true)) writer.BeginList();
    AppendVersion(resource, scope, arena, writer);
    arena.Rewind(before);
    const base::Status fits = base::CheckDocumentSize("what is published", to.size(), input);
    if (!fits.ok()) return fits;
  }
  any ? writer.EndList() : writer.Add(nullptr);
  return base::Ok();
}

base::Result<std::string> Published(std::string_view line, Scope scope, base::Arena& arena) {
  const auto crd = crd::Decode(line, arena);
  if (!crd.ok()) return crd.error();
  const auto release = ReleaseIn(line, arena);
  if (!release.ok()) return release.error();
  std::string answer;
  json::Writer to(answer);
  to.BeginObject().Add("name", crd->metadata.name).Key("versions");
  const auto empty = publish::EmptyMembersOf(release->minor());
  const auto done = AppendVersions(*crd, scope, empty, line.size(), arena, answer);
  if (!done.ok()) return done.error();
  to.EndObject();
  return answer;
}

}  // namespace

// {CRD} -> {"name","versions"}: the published schemas of each served version.
base::Result<std::string> BatchKubeOpenApi(std::string_view line, base::Arena& arena) {
  return Published(line, Scope::kOwn, arena);
}

base::Result<std::string> BatchKubeOpenApiWhole(std::string_view line, base::Arena& arena) {
  return Published(line, Scope::kWhole, arena);
}

// {"crd": C, "version": V, "draft": "2020-12", "open": true} -> {"schema", "unsaid"}: the JSON Schema of a version, and the
// keywords that it cannot express.
base::Result<std::string> BatchJsonSchema(std::string_view text, base::Arena& arena) {
  const auto line = json::Parser(arena).Parse(text);
  if (!line.ok()) return line.error();
  const json::Value* crd_value = line->Find("crd");
  if (crd_value == nullptr) return {base::ErrorCode::kInvalidInput, "no crd"};
  std::string json;
  json::AppendJson(*crd_value, json);
  const auto crd = crd::Decode(arena.Copy(std::string_view(json)), arena);
  if (!crd.ok()) return crd.error();
  const std::string_view version = TextOf(line->Find("version"));
  if (std::ranges::find(crd->versions, version, &crd::Version::name) == crd->versions.end())
    return {base::ErrorCode::kInvalidInput, "crd: no such version"};
  const bool open = IsTrue(line->Find("open")), newer = TextOf(line->Find("draft")) == "2020-12";
  const auto schema = publish::JsonSchemaOf(publish::ResourceOf(*crd, version, arena),
                                            {newer ? publish::Draft::k2020 : publish::Draft::k07,
                                             open ? publish::Unknown::kAllowed : publish::Unknown::kRefused});
  json::Writer to;
  to.BeginObject().Key("schema").Raw(schema.text);
  return to.Add("unsaid", schema.inexpressible).EndObject().Take();
}

}  // namespace structural::cli
