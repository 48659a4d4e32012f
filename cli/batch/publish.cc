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

using publish::DocumentParts;
using publish::OpenApi;

// Appends the OpenAPI definitions of a version. Unless `scope` is DocumentParts::kAll, omits the definitions of
// Kubernetes' own types, whose names begin with "io.k8s.".
void AppendDefinitions(const publish::Resource& resource, OpenApi format, DocumentParts scope, base::Arena& arena,
                       json::Writer& to) {
  to.BeginObject();
  const auto kind = publish::KindDefinition(resource, format, arena);
  for (const auto& [name, schema] : DefinitionsOf(resource, kind, format, scope, arena)) {
    if (scope == DocumentParts::kAll || !name.starts_with("io.k8s.")) to.AnyKey(name).Raw(schema);
  }
  to.EndObject();
}

void AppendPaths(const publish::Resource& resource, OpenApi format, json::Writer& to) {
  to.BeginObject();
  for (const auto& [path, item] : PathsOf(resource, format)) to.AnyKey(path).Raw(item);
  to.EndObject();
}

void AppendVersion(const publish::Resource& resource, DocumentParts scope, base::Arena& arena, json::Writer& to) {
  to.BeginObject();
  const auto append = [&](OpenApi format, std::string_view definitions, std::string_view paths) {
    AppendDefinitions(resource, format, scope, arena, to.Key(definitions));
    if (scope == DocumentParts::kAll) AppendPaths(resource, format, to.Key(paths));
  };
  append(OpenApi::kV2, "v2", "v2paths");
  append(OpenApi::kV3, "v3", "v3paths");
  to.Add("version", resource.version).EndObject();
}

// Appends the published schemas of all served versions. Frees the working memory of each version before the next one.
// Returns an error if the output becomes too large for an input of `input` bytes: many versions can share one large
// schema, which is published for each of them.
base::Status AppendVersions(const crd::CustomResourceDefinition& crd, DocumentParts scope, publish::EmptyMembers empty,
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

base::Result<std::string> Published(std::string_view line, DocumentParts scope, base::Arena& arena) {
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

// Line: a CRD. Answer: {"name","versions"}, the published schemas of each served version.
base::Result<std::string> AnswerKubeOpenApiLine(std::string_view line, base::Arena& arena) {
  return Published(line, DocumentParts::kOwnDefinitions, arena);
}

base::Result<std::string> AnswerKubeOpenApiWholeLine(std::string_view line, base::Arena& arena) {
  return Published(line, DocumentParts::kAll, arena);
}

// Line: {"crd": C, "version": V, "draft": "2020-12", "open": true}. Answer: {"schema", "unsaid"}, the JSON Schema of
// the version, and the keywords of the CRD that JSON Schema cannot express.
base::Result<std::string> AnswerJsonSchemaLine(std::string_view text, base::Arena& arena) {
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
  const auto schema =
      publish::JsonSchemaOf(publish::ResourceOf(*crd, version, arena),
                            {newer ? publish::Draft::k2020 : publish::Draft::k07,
                             open ? publish::UnknownFields::kAllowed : publish::UnknownFields::kRefused});
  json::Writer to;
  to.BeginObject().Key("schema").Raw(schema.text);
  return to.Add("unsaid", schema.inexpressible).EndObject().Take();
}

}  // namespace structural::cli
