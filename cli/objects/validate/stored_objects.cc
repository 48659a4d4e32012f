#include "cli/objects/validate/stored_objects.h"

#include "cli/shared/crd_files.h"
#include "cli/shared/output.h"
#include "schema/admission/resource.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using json::Value;

std::vector<std::string> KeyOf(const ObjectIdentity& of) {
  return {std::string(of.group), std::string(of.kind), std::string(of.namespace_name), std::string(of.name)};
}

// Returns the kind, namespace and name as text: "Machine team-a/one".
std::string IdentityText(const ObjectIdentity& of) {
  std::string text(of.kind);
  text.append(" ").append(of.namespace_name).append(of.namespace_name.empty() ? "" : "/").append(of.name);
  return text;
}

}  // namespace

ObjectIdentity IdentityOf(const Value& object) {
  const Value* metadata = object.Find("metadata");
  const std::string_view namespace_name = TextOf(Below(metadata, "namespace"));
  return {admission::GroupVersionOf(TextOf(object.Find("apiVersion"))).group, TextOf(object.Find("kind")),
          namespace_name == kDefaultNamespace ? std::string_view() : namespace_name, TextOf(Below(metadata, "name"))};
}

bool StoredObjects::Add(const Value& object, std::string_view json) {
  const ObjectIdentity identity = IdentityOf(object);
  if (identity.kind.empty() || identity.name.empty()) return true;
  return objects_.emplace(KeyOf(identity), std::string(json)).second;
}

bool StoredObjects::ReadFiles(const std::vector<std::string>& paths, const FileFilter& filter) {
  const auto add = [&](const FileDocument& document, base::Arena&) -> int {
    if (Add(document.value, document.json)) return kExitOk;
    ReportError(document, IdentityText(IdentityOf(document.value)) + " occurs twice in the old objects");
    return kExitUsage;
  };
  return VisitDocuments(paths, add, filter, SearchedKind::kObjects) == kExitOk;
}

base::Status StoredObjects::ReadRevision(const std::string& revision, const std::vector<std::string>& paths,
                                         const FileFilter& filter) {
  return VisitRevision(
      {revision, "apiVersion", true, filter}, paths,
      [&](const FileDocument& document, base::Arena&) -> int {
        Add(document.value, document.json);
        return kExitOk;
      },
      SearchedKind::kObjects);
}

const std::string* StoredObjects::Find(const ObjectIdentity& identity) const {
  if (identity.name.empty()) return nullptr;
  const auto found = objects_.find(KeyOf(identity));
  return found == objects_.end() ? nullptr : &found->second;
}

}  // namespace structural::cli
