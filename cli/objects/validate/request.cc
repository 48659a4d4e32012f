#include "cli/objects/validate/request.h"

#include <optional>

#include "cli/objects/validate/stored_objects.h"
#include "schema/admission/resource.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using admission::MetadataText;
using admission::ServedVersion;
using document::Tree;
using json::Value;

constexpr std::string_view kUid = "00000000-0000-0000-0000-000000000001";
constexpr std::string_view kCreated = "2020-01-01T00:00:00Z";

// Returns the object with this resourceVersion; unchanged if metadata is not an object, or
// resourceVersion is neither a string nor null.
std::string WithResourceVersion(const ObjectRequest& request, std::string_view version) {
  const Tree& tree = request.tree;
  std::string json(request.json);
  const Tree::Node metadata = tree.Member(Tree::kRoot, "metadata");
  if (metadata == Tree::kNone || !tree.IsObject(metadata)) return json;
  const std::string text = "\"" + std::string(version) + "\"";
  const Tree::Node now = tree.Member(metadata, "resourceVersion");
  if (now == Tree::kNone) {
    const char* const next = tree.FirstChild(metadata) == Tree::kNone ? "" : ",";
    return json.insert(tree.ValueOffset(metadata) + 1, "\"resourceVersion\":" + text + next);
  }
  const std::string_view written = tree.Scalar(now);
  if (!written.starts_with('"') && written != "null") return json;
  return json.replace(tree.ValueOffset(now), written.size(), text);
}

// Reads the stored object. Sets the namespace of the request, removes resourceVersion, and adds uid
// and creationTimestamp if they are missing.
base::Result<Value> ReadStoredObject(const ObjectRequest& request, const admission::Request& to, base::Arena& arena) {
  auto stored = json::Parser(arena).Parse(*request.stored);
  if (!stored.ok()) return stored.error();
  const auto fill = [&](std::string_view key, std::string_view text) {
    if (MetadataText(*stored, key).empty()) admission::SetMetadata(*stored, key, Value::String(text), arena);
  };
  const std::string_view uid = TextOf(Below(request.object.Find("metadata"), "uid"));
  admission::SetMetadata(*stored, "namespace", Value::String(to.space), arena);
  admission::SetMetadata(*stored, "resourceVersion", Value(), arena);
  fill("uid", uid.empty() ? kUid : uid);
  fill("creationTimestamp", kCreated);
  return stored;
}

}  // namespace

base::Result<admission::Answer> Send(const ObjectRequest& request, base::Arena& arena) {
  const Value* const metadata = request.object.Find("metadata");
  admission::Request to{.body = request.json,
                        .subresource = request.subresource,
                        .system = {kUid, kCreated, "xxxxx"},
                        .find_unknown_fields = request.find_unknown_fields};
  if (request.resource.namespaced) {
    to.space = TextOf(Below(metadata, "namespace"));
    if (to.space.empty()) to.space = kDefaultSpace;
  }
  if (request.stored != nullptr) {
    to.name = TextOf(Below(metadata, "name"));
    auto stored = ReadStoredObject(request, to, arena);
    if (!stored.ok()) return stored.error();
    to.stored = *stored;
    to.body = arena.Copy(std::string_view(WithResourceVersion(request, "1")));
    return admission::Admit(request.resource, request.version, to, arena);
  }
  if (TextOf(Below(metadata, "resourceVersion")).empty())
    return admission::Admit(request.resource, request.version, to, arena);
  ServedVersion with_status = request.version;
  with_status.has_status = false;
  to.body = arena.Copy(std::string_view(WithResourceVersion(request, "")));
  return admission::Admit(request.resource, with_status, to, arena);
}

}  // namespace structural::cli
