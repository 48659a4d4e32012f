#include "cli/objects/stored_kind.h"

#include "schema/json/lookup.h"

namespace structural::cli {
namespace {

using json::Value;

// The first v1beta1 CRDs have one version and no list of them.
std::string StorageVersion(const Value* spec) {
  for (const Value& version : ElementsOf(Below(spec, "versions"))) {
    if (IsTrue(version.Find("storage"))) return std::string(TextOf(version.Find("name")));
  }
  return std::string(TextOf(Below(spec, "version")));
}

// v1beta1 preserves unless it is told not to.
bool Preserves(const Value& crd, const Value* spec, crd::ApiVersion asked_for) {
  const Value* flag = Below(spec, "preserveUnknownFields");
  const std::string_view version = TextOf(crd.Find("apiVersion"));
  if (flag != nullptr && !flag->is_null()) return IsTrue(flag);
  return (version.empty() ? crd::Name(asked_for) : version) == crd::Name(crd::ApiVersion::kV1beta1);
}

}  // namespace

std::string StoredKind::Collection(std::string_view namespace_) const {
  std::string path = "/apis/" + api_version() + "/";
  if (!namespace_.empty()) path.append("namespaces/").append(namespace_).append("/");
  return path + plural;
}

base::Result<StoredKind> ReadStoredKind(const Value& crd, crd::ApiVersion asked_for) {
  const Value* spec = crd.Find("spec");
  const Value* names = Below(spec, "names");
  StoredKind kind;
  kind.crd = TextOf(Below(crd.Find("metadata"), "name"));
  kind.group = TextOf(Below(spec, "group"));
  kind.version = StorageVersion(spec);
  kind.plural = TextOf(Below(names, "plural"));
  kind.kind = TextOf(Below(names, "kind"));
  kind.namespaced = TextOf(Below(spec, "scope")) != "Cluster";
  kind.preserves = Preserves(crd, spec, asked_for);
  if (kind.crd.empty()) kind.crd = kind.plural + "." + kind.group;
  if (!kind.group.empty() && !kind.version.empty() && !kind.plural.empty() && !kind.kind.empty()) {
    return kind;
  }
  return {base::ErrorCode::kInvalidInput,
          "the CRD has no spec.group, no spec.names or no stored version"};
}

}  // namespace structural::cli
