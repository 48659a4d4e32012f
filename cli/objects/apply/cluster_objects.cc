#include "cli/objects/apply/cluster_objects.h"

#include <utility>

#include "cli/report/stored/kind.h"
#include "schema/admission/resource.h"
#include "schema/base/arena.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/objects/object_meta.h"

namespace structural::cli {
namespace {

// Returns whether the text is valid as the name or namespace of an object on a server. Both become parts of a URL, so
// they must be checked before a request.
bool IsName(std::string_view text) { return objects::SubdomainErrors(text, false).empty(); }

bool Is(std::string_view json, std::string_view kind, std::string_view name) {
  base::Arena arena;
  const auto object = json::Parser(arena).Parse(json);
  return object.ok() && TextOf(object->Find("kind")) == kind && admission::MetadataText(*object, "name") == name;
}

}  // namespace

base::Status ClusterObjects::Open(const kube::ConfigFlags& flags) {
  auto server = ApiServer::Open(flags, signals_.token());
  if (!server.ok()) return server.error();
  server_.emplace(*std::move(server));
  return base::Ok();
}

base::Result<std::optional<std::string>> ClusterObjects::Get(const admission::ServedResource& resource,
                                                             std::string_view version, std::string_view namespace_name,
                                                             std::string_view name) {
  if ((!namespace_name.empty() && !IsName(namespace_name)) || !IsName(name)) return std::optional<std::string>();
  StoredKind kind;
  kind.group = resource.group;
  kind.version = version;
  kind.plural = resource.plural;
  const std::string path = kind.CollectionPath(namespace_name) + "/" + std::string(name);
  auto object = server_->client().Get(path, signals_.token());
  if (object.ok() && !Is(*object, resource.kind, name))
    return {base::ErrorCode::kInvalidInput, "GET " + path + ": the answer is another object"};
  if (object.ok()) return std::optional<std::string>(*std::move(object));
  if (object.error().code() == base::ErrorCode::kNotFound) return std::optional<std::string>();
  return object.error();
}

}  // namespace structural::cli
